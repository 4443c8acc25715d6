import { CLIENT_KEY_PREFIX, CLIENT_REQUESTS_PER_MINUTE } from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { Context } from '../../../core/context.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { findClientByKey, findClientByToken, markUsed, type ClientIdentity } from './clients.repository.ts'

const MINUTE_MS = 60_000
const CLIENTS_MAX = 10_000

/** Requests of the current minute of each client, in this process. */
const createRequestCounts = (now: () => number) => {
  const minutes = new Map<number, { since: number; count: number }>()
  return {
    /** @returns whether this is the first of a minute */
    count(id: number): boolean {
      const known = minutes.get(id)
      if (known && now() - known.since < MINUTE_MS) {
        known.count += 1
        if (known.count <= CLIENT_REQUESTS_PER_MINUTE) return false
        const retryAfterSeconds = Math.max(1, Math.ceil((known.since + MINUTE_MS - now()) / 1000))
        throw new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds })
      }
      if (minutes.size >= CLIENTS_MAX) minutes.clear()
      minutes.set(id, { since: now(), count: 1 })
      return true
    },
  }
}

export const createClientIdentityService = ({ database }: Pick<Context, 'database'>) => {
  const requests = createRequestCounts(() => performance.now())
  return {
    /** Every request looks its token up, so that ending a connection ends its tokens at once. */
    identify(token: string): Promise<ClientIdentity | undefined> {
      const hash = hashSecretToken(token)
      return token.startsWith(CLIENT_KEY_PREFIX)
        ? findClientByKey(database, hash)
        : findClientByToken(database, hash)
    },

    async admit({ id }: Pick<ClientIdentity, 'id'>): Promise<void> {
      if (requests.count(id)) await markUsed(database, id)
    },
  }
}
export type ClientIdentityService = ReturnType<typeof createClientIdentityService>
