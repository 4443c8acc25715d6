import { CLIENT_SCOPES, type ClientScope } from '@zelab/contract'
import { mayHave, narrowScopes } from '../../../core/client-scopes.ts'
import type { Context } from '../../../core/context.ts'
import { createKeySetCache } from '../../../platform/outbound/key-sets.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { readPublicKey } from '../connections/public-keys.ts'
import { createAssertionCheck } from './assertions.ts'
import { OAuthError } from './oauth-error.ts'
import { deleteExpired, holdActiveClient, insertToken, useAssertion } from './tokens.repository.ts'

const TOKEN_SECONDS = 300
const KEY_SET_KEPT_MS = 15 * 60_000
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const WRONG_LIMIT = { perAccount: 20, perAddress: 20, windowMinutes: 15 }
const SCOPE_MAX_LENGTH = 1_000
const DELETED_AT_ONCE = 10_000

export interface TokenAnswer {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  scope: string
}

/** A parameter must not be repeated (RFC 6749, 3.2). */
const parameter = (form: Record<string, unknown>, name: string): string => {
  const value = form[name]
  if (typeof value !== 'string' || value === '')
    throw new OAuthError('invalid_request', `The parameter ${name} is required once`)
  return value
}

/** Without a scope, all that the client may have (RFC 6749, 3.3). */
const grantedScopes = (asked: unknown, allowed: readonly ClientScope[]): string[] => {
  const inOrder = CLIENT_SCOPES.filter((scope) => allowed.includes(scope))
  if (asked === undefined) return inOrder
  const names = typeof asked === 'string' && asked.length <= SCOPE_MAX_LENGTH ? asked.split(' ') : []
  const wanted = names.filter((name) => name !== '')
  if (wanted.length === 0 || !wanted.every((name) => mayHave(inOrder, name)))
    throw new OAuthError('invalid_scope', 'The client may not have this scope')
  return narrowScopes(inOrder, wanted)
}

/** SMART Backend Services: an access token for a signed assertion. */
export const createTokenService = (
  context: Pick<Context, 'database' | 'clock' | 'publicUrl' | 'outbound' | 'rateLimiter'>,
) => {
  const { database, rateLimiter } = context
  const wrongAssertions = rateLimiter('client-assertion', WRONG_LIMIT)
  const keySets = createKeySetCache({ ...context, keptMs: KEY_SET_KEPT_MS, read: readPublicKey })
  const check = createAssertionCheck({ ...context, keySets })

  const grant = async (assertion: string, scope: unknown): Promise<TokenAnswer> => {
    const { client, jti, keptUntil } = await check(assertion)
    const scopes = grantedScopes(scope, client.scopes)
    const token = newSecretToken()
    const isGranted = await database.transaction(async (tx) => {
      const { id } = client
      if (!(await holdActiveClient(tx, client))) return false
      if (!(await useAssertion(tx, { id, jtiHash: hashSecretToken(jti), keptUntil }))) return false
      await insertToken(tx, { hash: hashSecretToken(token), id, scopes, seconds: TOKEN_SECONDS })
      return true
    })
    if (!isGranted) throw new OAuthError('invalid_client', 'The client assertion was used before')
    return { access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS, scope: scopes.join(' ') }
  }

  return {
    async issue(form: Record<string, unknown>, address: string): Promise<TokenAnswer> {
      await wrongAssertions.check({ address })
      if (parameter(form, 'grant_type') !== 'client_credentials')
        throw new OAuthError('unsupported_grant_type', 'The grant type must be client_credentials')
      if (parameter(form, 'client_assertion_type') !== ASSERTION_TYPE)
        throw new OAuthError('invalid_request', `The assertion type must be ${ASSERTION_TYPE}`)
      try {
        return await grant(parameter(form, 'client_assertion'), form['scope'])
      } catch (error) {
        if (error instanceof OAuthError && error.code === 'invalid_client')
          await wrongAssertions.attempt({ address })
        throw error
      }
    },

    async removeExpired(): Promise<void> {
      while ((await deleteExpired(database)) >= DELETED_AT_ONCE);
    },
  }
}
export type TokenService = ReturnType<typeof createTokenService>
