import { createHash } from 'node:crypto'
import { REFUSAL } from '@zelab/contract'
import { AppError } from '../../http/app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { countAttempt, deleteOldThrottles, forgetAttempts, takeBackAttempt } from './throttle.repository.ts'

interface Limit {
  perAccount: number
  perAddress: number
  windowMinutes: number
}

// No list of who tried what: the keys are hashes.
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/**
 * Bounds the attempts on an account and from an address, whether or not the account exists. Counted in the
 * database, before the attempt itself, so that neither many processes nor many attempts at once get round it.
 */
export const createThrottle = ({
  database,
  name,
  limit,
}: {
  database: Database
  name: string
  /** Asked for each attempt: a setting may change it. */
  limit: () => Promise<Limit>
}) => {
  const keysOf = (account: string, address: string) => ({
    account: keyOf(name, 'account', account.trim().toLowerCase()),
    address: keyOf(name, 'address', address),
  })
  return {
    async attempt(account: string, address: string): Promise<void> {
      const keys = keysOf(account, address)
      const { perAccount, perAddress, windowMinutes } = await limit()
      const fromAddress = await countAttempt(database, keys.address, windowMinutes)
      const onAccount = await countAttempt(database, keys.account, windowMinutes)
      if (fromAddress > perAddress || onAccount > perAccount) throw new AppError('THROTTLED', REFUSAL.busy)
    },
    /** The attempt was a right one: the account starts anew, and a shared address is not charged. */
    async succeed(account: string, address: string): Promise<void> {
      const keys = keysOf(account, address)
      await forgetAttempts(database, keys.account)
      await takeBackAttempt(database, keys.address)
    },
    removeOld: () => deleteOldThrottles(database),
  }
}
export type Throttle = ReturnType<typeof createThrottle>
