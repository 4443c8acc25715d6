import { timingSafeEqual } from 'node:crypto'
import { KNOWN_DEVICE_DAYS } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Attempt } from '../../../core/rate-limits/rate-limits.service.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import {
  deleteDevices,
  deleteUnusedDevices,
  insertDevice,
  isAnyKnownDevice,
  isKnownDevice,
  renewDevice,
} from './known-devices.repository.ts'

const KNOWN_DEVICES_PER_USER = 50

/**
 * Browsers that signed in before, identified by a signed random token in a cookie. They grant no access. Their
 * separate rate limit keeps an attacker's guesses from locking out the owner.
 */
export const createKnownDeviceService = ({
  database,
  encryption,
}: Pick<Context, 'database' | 'encryption'>) => {
  const signatureOf = (token: string) => encryption.sign(Buffer.from(`known device\n${token}`))

  /** Undefined without this installation's signature. */
  const hashOf = (cookie: string | undefined): Buffer | undefined => {
    const [token = '', signature = ''] = cookie?.split('.') ?? []
    const given = Buffer.from(signature, 'base64url')
    const right = signatureOf(token)
    const isOurs = given.length === right.length && timingSafeEqual(given, right)
    return isOurs ? hashSecretToken(token) : undefined
  }

  return {
    hashOf,

    async find(cookie: string | undefined, email: string): Promise<Buffer | undefined> {
      const tokenHash = hashOf(cookie)
      if (!tokenHash) return undefined
      const isKnown = await isKnownDevice(database, { tokenHash, email, days: KNOWN_DEVICE_DAYS })
      return isKnown ? tokenHash : undefined
    },

    /** Before the account is known: a passkey, a provider or a link names it only afterwards. */
    async attemptOf({ address, device }: { address: string; device?: string | undefined }): Promise<Attempt> {
      const tokenHash = hashOf(device)
      const isKnown = tokenHash && (await isAnyKnownDevice(database, { tokenHash, days: KNOWN_DEVICE_DAYS }))
      return { address, device: isKnown ? tokenHash : undefined }
    },

    /** @returns the cookie that replaces the one presented */
    async remember(tx: Queryable, userId: number, cookie: string | undefined): Promise<string> {
      const token = newSecretToken()
      const fresh = hashSecretToken(token)
      const presented = hashOf(cookie)
      if (presented) await renewDevice(tx, { presented, fresh })
      await insertDevice(tx, { userId, tokenHash: fresh, most: KNOWN_DEVICES_PER_USER })
      return `${token}.${signatureOf(token).toString('base64url')}`
    },

    removeUnused: () => deleteUnusedDevices(database, KNOWN_DEVICE_DAYS),
  }
}
export type KnownDeviceService = ReturnType<typeof createKnownDeviceService>

export const forgetDevices = (tx: Queryable, userId: number, exceptHash?: Buffer): Promise<void> =>
  deleteDevices(tx, userId, exceptHash)
