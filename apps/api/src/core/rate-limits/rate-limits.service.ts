import { createHash } from 'node:crypto'
import { rateLimited } from '../app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/network-of.ts'
import {
  foldEmail,
  countAttempt,
  deleteOldRateLimits,
  findWait,
  forgetAttempts,
  revertAttempt,
  type KeyLimit,
} from './rate-limits.repository.ts'

export interface RateLimit {
  perAccount: number
  perAddress: number
  windowMinutes: number
  /** Above the limit, every attempt waits a whole window instead of a growing part. */
  isStrict?: boolean
}

export interface Attempt {
  account?: string
  address?: string
  /** A known device, of the account if there is one. Limited separately, so that others' attempts do not block it. */
  device?: Buffer | undefined
}

// Hashed, so that the table contains no emails and addresses.
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

interface Deps {
  database: Database
  name: string
  limit: RateLimit | (() => Promise<RateLimit>)
}

/**
 * Limits attempts per account and per address, whether or not the account exists. Each further attempt doubles the
 * wait. Counted in the database before the attempt, so that concurrency cannot bypass it.
 */
export const createRateLimiter = ({ database, name, limit }: Deps) => {
  /** Shared counters come first, so that they count even if the account is limited. */
  const countersOf = async ({ account, address, device }: Attempt) => {
    const {
      perAccount,
      perAddress,
      windowMinutes,
      isStrict = false,
    } = typeof limit === 'function' ? await limit() : limit
    const folded = account === undefined ? undefined : await foldEmail(database, account.trim())
    const counter = (attempts: number, ...parts: string[]): KeyLimit => ({
      key: keyOf(name, ...parts),
      attempts,
      windowMinutes,
      isStrict,
    })
    if (device) {
      const name = device.toString('base64url')
      return {
        own:
          folded === undefined
            ? counter(perAddress, 'device', name)
            : counter(perAccount, 'device', name, folded),
      }
    }
    return {
      ...(address !== undefined && { shared: counter(perAddress, 'address', networkOf(address)) }),
      ...(folded !== undefined && { own: counter(perAccount, 'account', folded) }),
    }
  }

  return {
    async attempt(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      for (const counter of [shared, own]) {
        const seconds = counter && (await countAttempt(database, counter))
        if (seconds !== undefined) throw rateLimited(seconds)
      }
    },
    /** Counts nothing, for attempts that count only on failure. */
    async check(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      for (const counter of [shared, own]) {
        const seconds = counter && (await findWait(database, counter))
        if (seconds !== undefined) throw rateLimited(seconds)
      }
    },
    /** Resets the account and does not count for a shared address. */
    async succeed(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      if (own) await forgetAttempts(database, own.key)
      if (shared) await revertAttempt(database, shared)
    },
    removeOld: () => deleteOldRateLimits(database),
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>
