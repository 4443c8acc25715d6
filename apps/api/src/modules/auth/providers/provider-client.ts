import * as oidc from 'openid-client'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Context } from '../../../core/context.ts'
import { createKeySetCache, KEYS_READ } from '../../../platform/outbound/key-sets.ts'
import {
  asFailure,
  clientRefusal,
  createGuardedFetch,
  isUnauthorized,
  refused,
  refusedClient,
  TIMEOUT_MS,
  type GuardedFetch,
} from './guarded-fetch.ts'
import { createDiscovery, isHttps, methodOf } from './provider-discovery.ts'
import type { StoredProvider } from './providers.repository.ts'
import {
  isKeyFor,
  openOwnKey,
  readProviderKey,
  SIGNING_ALGORITHMS,
  type ProviderKey,
} from './provider-keys.ts'

const SKEW_SECONDS = 30
const KEYS_KEPT_MS = 60 * 60_000
/** Maximum age before redirecting to a provider, so that an outage is noticed. */
const FRESH_MS = 30_000
const METADATA_KEPT_MS = 60 * 60_000
/** `exp` of a logout token may be this far away. */
const LOGOUT_SECONDS = 3600
/** Life of a logout token without `exp`, which the specification requires since 2023 only. */
const LOGOUT_SECONDS_WITHOUT_EXP = 120
/**
 * Makes providers say when they asked the person (`auth_time`). At an identity check `prompt=login` alone makes them ask
 * again, because some refuse a `max_age` of 0.
 */
const MAX_AGE_SECONDS = 30
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Secrets of one request, which its answer must match. */
export interface Exchange {
  state: string
  nonce: string
  verifier: string
}

export type ProviderAddress = Pick<
  StoredProvider,
  'id' | 'issuer' | 'clientId' | 'sealedSecret' | 'sealedKey' | 'publicKey'
>

export interface Identity {
  claims: JWTPayload & { sub: string }
  idToken: string
  /** Claims that the ID token may lack. */
  userInfo: () => Promise<Record<string, unknown>>
}

const SID_MAX = 255

/** The session at the provider. */
export const sidOf = (claims: Readonly<Record<string, unknown>>): string | undefined =>
  typeof claims['sid'] === 'string' ? claims['sid'].slice(0, SID_MAX) : undefined

export const createProviderClient = ({
  outbound,
  clock,
  encryption,
  appUrl,
}: Pick<Context, 'outbound' | 'clock' | 'encryption' | 'appUrl'>) => {
  const within = createGuardedFetch(outbound)
  const metadataOf = createDiscovery({ clock, within })
  const keySets = createKeySetCache({ outbound, clock, keptMs: KEYS_KEPT_MS, read: readProviderKey })

  const clientAuthentication = async (
    provider: ProviderAddress,
    metadata: oidc.ServerMetadata,
  ): Promise<oidc.ClientAuth> => {
    const { sealedSecret, sealedKey, publicKey } = provider
    if (sealedKey) {
      const key = await openOwnKey(encryption.open(sealedKey))
      const { kid } = publicKey as { kid: string }
      return oidc.PrivateKeyJwt({ key, kid })
    }
    if (!sealedSecret) throw refused('The provider has neither a client secret nor a key pair')
    const secret = encryption.open(sealedSecret)
    return methodOf(provider, metadata) === 'client_secret_post'
      ? oidc.ClientSecretPost(secret)
      : oidc.ClientSecretBasic(secret)
  }

  const configure = async (
    provider: ProviderAddress,
    metadata: oidc.ServerMetadata,
    fetch?: GuardedFetch,
  ) => {
    const authentication = fetch ? await clientAuthentication(provider, metadata) : oidc.None()
    const config = new oidc.Configuration(metadata, provider.clientId, undefined, authentication)
    if (fetch) config[oidc.customFetch] = fetch
    config.timeout = TIMEOUT_MS / 1000
    return config
  }

  /** Signature, algorithm, issuer, audience and times. */
  const verify = async ({ clientId }: ProviderAddress, metadata: oidc.ServerMetadata, token: string) => {
    const { alg, kid } = decodeProtectedHeader(token)
    const algorithm = SIGNING_ALGORITHMS.find((known) => known === alg)
    if (!algorithm) throw refused('The token is signed with an algorithm that is not accepted')
    const isWanted = isKeyFor(algorithm, kid)
    const address = metadata.jwks_uri ?? ''
    const verifyWith = (key: ProviderKey | undefined) => {
      if (!key) throw refused('The token is signed with an unknown key')
      return jwtVerify(token, key.key, {
        algorithms: [algorithm],
        issuer: metadata.issuer,
        audience: clientId,
        clockTolerance: SKEW_SECONDS,
        currentDate: clock.now(),
        requiredClaims: ['iat'],
      })
    }
    const key = await keySets.find(address, isWanted)
    const { payload } = await verifyWith(key).catch(async (error: unknown) => {
      // The provider may have replaced the key under its id.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      return verifyWith(await keySets.findAgain(address, isWanted))
    })
    const issuedIn = (payload.iat ?? 0) - clock.now().getTime() / 1000
    if (issuedIn > SKEW_SECONDS) throw refused('The token is from the future')
    const audiences = Array.isArray(payload.aud) ? payload.aud : [payload.aud]
    const { azp } = payload
    if (azp === undefined ? audiences.length > 1 : azp !== clientId)
      throw refused('The token is for another client')
    return payload
  }

  const postLogoutUri = `${appUrl}/`
  const redirectUri = (id: number) => `${appUrl}/api/v1/auth/oidc/${id}/callback`

  return {
    redirectUri,
    postLogoutUri,
    logoutUri: (id: number) => `${appUrl}/api/v1/auth/oidc/${id}/backchannel-logout`,

    /** Reads the configuration and the keys now. */
    async test(issuer: string, { hasKeyPair }: { hasKeyPair: boolean }) {
      const metadata = await metadataOf(issuer, 0)
      const address = metadata.jwks_uri ?? ''
      const stated = await within(async (fetch) => {
        const answer = await fetch(address, { method: 'GET', headers: {}, body: null })
        const body = (await answer.json().catch(() => null)) as { keys?: unknown } | null
        return Array.isArray(body?.keys) ? (body.keys as unknown[]) : []
      })
      keySets.forget(address)
      const keys = stated.slice(0, KEYS_READ).filter((key) => readProviderKey(key)).length
      if (keys === 0)
        throw refused(`The provider has no key that can be used (${SIGNING_ALGORITHMS.join(', ')})`)
      const { token_endpoint_auth_methods_supported: methods } = metadata
      if (hasKeyPair && methods && !methods.includes('private_key_jwt'))
        throw refusedClient('The provider accepts no key pair (private_key_jwt). Use a client secret')
      return {
        keys,
        ignoredKeys: Math.max(stated.length - KEYS_READ, 0),
        endsSessions: isHttps(metadata.end_session_endpoint),
        tellsLogouts: metadata['backchannel_logout_supported'] === true,
      }
    },

    /** Sends a code that no one was given: the provider checks the client before the code. */
    checkClient: (provider: ProviderAddress): Promise<void> =>
      within(async (fetch) => {
        const metadata = await metadataOf(provider.issuer, METADATA_KEPT_MS)
        const config = await configure(provider, metadata, fetch)
        const parameters = {
          code: 'test',
          redirect_uri: redirectUri(provider.id),
          code_verifier: oidc.randomPKCECodeVerifier(),
        }
        await oidc.genericGrantRequest(config, 'authorization_code', parameters).catch((error: unknown) => {
          const { error: answer } = error as { error?: string }
          const kind = isUnauthorized(error) ? 'invalid_client' : answer
          const refusal = clientRefusal(kind, methodOf(provider, metadata))
          if (refusal !== undefined) throw refusedClient(refusal, error)
          if (answer === undefined) throw error
        })
      }),

    /** Where to send the browser. */
    async authorizationUrl(
      provider: ProviderAddress & Pick<StoredProvider, 'scopes' | 'acr' | 'asksForAccount'>,
      { state, nonce, verifier }: Exchange,
      { isIdentityCheck, email }: { isIdentityCheck: boolean; email: string | undefined },
    ): Promise<URL> {
      const metadata = await metadataOf(provider.issuer, FRESH_MS)
      return oidc.buildAuthorizationUrl(await configure(provider, metadata), {
        redirect_uri: redirectUri(provider.id),
        response_mode: 'query',
        scope: provider.scopes.join(' '),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(provider.acr !== null && { acr_values: provider.acr }),
        ...(email !== undefined && { login_hint: email }),
        ...(isIdentityCheck
          ? { max_age: String(MAX_AGE_SECONDS), prompt: 'login' }
          : provider.asksForAccount && { prompt: 'select_account' }),
      })
    },

    /** Exchanges the code of an answer. @param search of the callback's address */
    exchange: (provider: ProviderAddress, search: URLSearchParams, { state, nonce, verifier }: Exchange) => {
      const endsAt = performance.now() + TIMEOUT_MS
      return within(async (fetch): Promise<Identity> => {
        const metadata = await metadataOf(provider.issuer, METADATA_KEPT_MS)
        const config = await configure(provider, metadata, fetch)
        const address = new URL(redirectUri(provider.id))
        address.search = search.toString()
        const answer = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const { id_token: idToken = '', access_token: accessToken } = answer
        const claims = await verify(provider, metadata, idToken)
        const { sub = '', nonce: stated, exp } = claims
        if (stated !== nonce || exp === undefined) throw refused('The token belongs to another sign-in')
        if (sub === '' || sub.length > 255) throw refused('The token names no person')
        if (`${sub}${sidOf(claims)}`.includes('\0')) throw refused('The token contains a null character')
        return {
          claims: { ...claims, sub },
          idToken,
          userInfo: () =>
            metadata.userinfo_endpoint === undefined
              ? Promise.resolve({})
              : within(
                  async (fetchMore) =>
                    oidc.fetchUserInfo(await configure(provider, metadata, fetchMore), accessToken, sub),
                  endsAt - performance.now(),
                ),
        }
      })
    },

    /** OpenID Connect Back-Channel Logout 1.0, 2.6. */
    async verifyLogout(provider: ProviderAddress, token: string) {
      try {
        // Others need no request to the provider.
        const { iss, aud = [] } = decodeJwt(token)
        if (iss !== provider.issuer || ![aud].flat().includes(provider.clientId))
          throw refused('The token is for another client, or of another issuer')
        const metadata = await metadataOf(provider.issuer, METADATA_KEPT_MS)
        const { typ = 'JWT' } = decodeProtectedHeader(token)
        const claims = await verify(provider, metadata, token)
        const { sub, sid, jti, iat = 0, exp = iat + LOGOUT_SECONDS_WITHOUT_EXP, events, nonce } = claims
        const now = clock.now().getTime() / 1000
        const event = (events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT]
        if (
          !/^(jwt|logout\+jwt)$/i.test(typ) ||
          typeof event !== 'object' ||
          event === null ||
          nonce !== undefined
        )
          throw refused('The token is no logout token')
        if (typeof jti !== 'string' || jti === '' || jti.length > 300)
          throw refused('The logout token has no id')
        if (exp < now - SKEW_SECONDS || exp > now + LOGOUT_SECONDS)
          throw refused('The logout token has expired, or ends too late')
        if (typeof sub !== 'string' && typeof sid !== 'string')
          throw refused('The logout token names no session')
        return { sub, sid: sidOf({ sid }), jti, exp: exp + SKEW_SECONDS }
      } catch (error) {
        throw asFailure(error)
      }
    },

    /** Where the provider ends its session. Undefined if it has no such address, or is down. */
    async endSessionUrl(
      provider: ProviderAddress & { returnsAfterLogout: boolean },
      idToken: string | undefined,
    ): Promise<string | undefined> {
      try {
        const metadata = await metadataOf(provider.issuer, METADATA_KEPT_MS)
        if (!isHttps(metadata.end_session_endpoint)) return undefined
        return oidc.buildEndSessionUrl(await configure(provider, metadata), {
          // Providers refuse the whole logout with an address that is not registered.
          ...(provider.returnsAfterLogout && { post_logout_redirect_uri: postLogoutUri }),
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }).href
      } catch {
        return undefined
      }
    },
  }
}
export type ProviderClient = ReturnType<typeof createProviderClient>
