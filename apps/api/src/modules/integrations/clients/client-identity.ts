import { CLIENT_KEY_PREFIX, CLIENT_REQUESTS_PER_MINUTE } from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import { narrowScopes } from '../../../core/client-scopes.ts'
import { countInMinute } from '../../../core/rate-limits/rate-limits.repository.ts'
import type { Context } from '../../../core/context.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { findClientByKey, findClientByToken, markUsed, type ClientIdentity } from './clients.repository.ts'

export const createClientIdentityService = ({ database }: Pick<Context, 'database'>) => {
  return {
    /** Every request looks its token up, so that ending a connection ends its tokens at once. */
    async identify(token: string): Promise<ClientIdentity | undefined> {
      const hash = hashSecretToken(token)
      if (token.startsWith(CLIENT_KEY_PREFIX)) return findClientByKey(database, hash)
      const found = await findClientByToken(database, hash)
      if (!found) return undefined
      const { tokenScopes, ...client } = found
      return { ...client, scopes: narrowScopes(client.scopes, tokenScopes) }
    },

    /** Counts the requests of all processes. */
    async admit({ id }: Pick<ClientIdentity, 'id'>): Promise<void> {
      const { attempts, seconds } = await countInMinute(database, `client ${id}`, CLIENT_REQUESTS_PER_MINUTE)
      if (attempts > CLIENT_REQUESTS_PER_MINUTE)
        throw new AppError('THROTTLED', 'TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
        })
      if (attempts === 1) await markUsed(database, id)
    },
  }
}
export type ClientIdentityService = ReturnType<typeof createClientIdentityService>
