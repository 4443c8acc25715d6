import { REFUSAL } from '@zelab/contract'
import * as oidc from 'openid-client'
import type { Context } from '../../../core/context.ts'
import { asFailure, refused, TIMEOUT_MS, type createGuardedFetch } from './guarded-fetch.ts'
import type { StoredProvider } from './providers.repository.ts'

const METADATA_MAX = 100

interface Known {
  metadata: Promise<oidc.ServerMetadata>
  loadedAt: number
}

export const isHttps = (address: unknown) => typeof address === 'string' && address.startsWith('https://')

/** How the client proves itself at the token endpoint. */
export const methodOf = (
  { sealedKey }: Pick<StoredProvider, 'sealedKey'>,
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: oidc.ServerMetadata,
) => {
  if (sealedKey) return 'private_key_jwt'
  return methods.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic'
}

const otherIssuer = (stated: unknown) => {
  const isShown = typeof stated === 'string' && /^https:\/\/[!-~]{1,300}$/.test(stated)
  if (!isShown) return refused('The configuration names another issuer')
  return stated.includes('{')
    ? refused(`The configuration names the issuer ${stated} for any organization. Enter the one of yours`)
    : refused(`The configuration names another issuer, ${stated}. Enter it exactly like this`)
}

const discoveryFailure = (error: unknown) => {
  const { cause } = error as { cause?: { attribute?: unknown; body?: { issuer?: unknown } } }
  return cause?.attribute === 'issuer'
    ? otherIssuer(cause.body?.issuer)
    : asFailure(error, REFUSAL.PROVIDER_CONFIGURATION)
}

/** Configurations of providers, at most as old as the caller says. */
export const createDiscovery = ({
  clock,
  within,
}: Pick<Context, 'clock'> & { within: ReturnType<typeof createGuardedFetch> }) => {
  const known = new Map<string, Known>()

  const load = (issuer: string) =>
    within(async (fetch) => {
      const config = await oidc
        .discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
          [oidc.customFetch]: fetch,
          timeout: TIMEOUT_MS / 1000,
        })
        .catch((error: unknown) => {
          throw discoveryFailure(error)
        })
      const metadata = config.serverMetadata()
      const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
      if (metadata.issuer !== issuer) throw otherIssuer(metadata.issuer)
      if (![authorization_endpoint, token_endpoint, jwks_uri].every(isHttps))
        throw refused('The configuration lacks an https address of authorization, token or keys')
      return metadata
    })

  return (issuer: string, keptMs: number): Promise<oidc.ServerMetadata> => {
    const now = clock.now().getTime()
    const found = known.get(issuer)
    if (found && now - found.loadedAt < keptMs) return found.metadata
    if (known.size >= METADATA_MAX) known.clear()
    const metadata = load(issuer)
    known.set(issuer, { metadata, loadedAt: now })
    metadata.catch(() => {
      if (known.get(issuer)?.metadata === metadata) known.delete(issuer)
    })
    return metadata
  }
}
