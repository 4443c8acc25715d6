import { createHash } from 'node:crypto'
import { rateLimited } from '../../core/app-error.ts'
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
  /** Beyond the limit every attempt waits for a whole window, instead of a growing part of it. */
  isStrict?: boolean
}

/** The subject and source of an attempt. */
export interface Attempt {
  /** An email in any spelling, or another name of the attempted resource. */
  account?: string
  address?: string
  /** A known device of the account: limited separately, so that others' attempts do not block it. */
  device?: Buffer | undefined
}

// Keys are hashed, so that the table lists no emails and addresses.
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

interface Deps {
  database: Database
  name: string
  /** A function is called for each attempt: a setting may change the limit. */
  limit: RateLimit | (() => Promise<RateLimit>)
}

/**
 * Limits attempts per account and per address, whether or not the account exists; each further attempt
 * doubles the wait. Counted in the database before the attempt, so that concurrency cannot bypass it.
 */
export const createRateLimiter = ({ database, name, limit }: Deps) => {
  /**
   * The counters of an attempt. The shared ones come first, so that they count even if the account is
   * limited.
   */
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
    if (device && folded !== undefined)
      return { own: counter(perAccount, 'device', device.toString('base64url'), folded) }
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
    /** Refuses a caller who must wait, and counts nothing: for attempts that count only when they fail. */
    async check(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      for (const counter of [shared, own]) {
        const seconds = counter && (await findWait(database, counter))
        if (seconds !== undefined) throw rateLimited(seconds)
      }
    },
    /** A successful attempt resets the account, and is not counted for a shared address. */
    async succeed(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      if (own) await forgetAttempts(database, own.key)
      if (shared) await revertAttempt(database, shared)
    },
    removeOld: () => deleteOldRateLimits(database),
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>
