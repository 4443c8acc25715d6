import { createHash } from 'node:crypto'
import { rateLimited } from '../../core/app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/network-of.ts'
import { foldEmail } from '../../core/fold-email.repository.ts'
import {
  countAttempt,
  deleteOldRateLimits,
  forgetAttempts,
  takeBackAttempt,
  type KeyLimit,
} from './rate-limits.repository.ts'

export interface RateLimit {
  perAccount: number
  perAddress: number
  windowMinutes: number
}

/** What an attempt is counted by. */
export interface Attempt {
  /** An email, however it is spelled, or another name of what is tried. */
  account?: string
  address?: string
  /** A known device of the account: counted on its own, so that others' attempts do not stop it. */
  device?: Buffer | undefined
}

// No list of who tried what: the keys are hashes.
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/**
 * Bounds the attempts on an account and from an address, whether or not the account exists: beyond the limit each
 * attempt makes the next wait longer. Counted in the database, before the attempt itself, so that neither many
 * processes nor many attempts at once get round it.
 */
export const createRateLimiter = ({
  database,
  name,
  limit,
}: {
  database: Database
  name: string
  /** A function is called for each attempt: a setting may change the limit. */
  limit: RateLimit | (() => Promise<RateLimit>)
}) => {
  /** The counters of an attempt: what one attacker shares first, so that it is charged even if the account has to wait. */
  const countersOf = async ({ account, address, device }: Attempt) => {
    const { perAccount, perAddress, windowMinutes } = typeof limit === 'function' ? await limit() : limit
    const folded = account === undefined ? undefined : await foldEmail(database, account.trim())
    const counter = (attempts: number, ...parts: string[]): KeyLimit => ({
      key: keyOf(name, ...parts),
      attempts,
      windowMinutes,
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
    /** The attempt was a right one: the account starts anew, and a shared address is not charged. */
    async succeed(attempt: Attempt): Promise<void> {
      const { shared, own } = await countersOf(attempt)
      if (own) await forgetAttempts(database, own.key)
      if (shared) await takeBackAttempt(database, shared)
    },
    removeOld: () => deleteOldRateLimits(database),
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>
