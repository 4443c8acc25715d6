import { randomInt } from 'node:crypto'
import { RECOVERY_CODES, REFUSAL } from '@zelab/contract'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import { conflict, invalidField, unauthenticated } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { isPassword } from '../../platform/password-hasher.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { hashSecretToken } from '../../platform/secret-token.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findCredentials, lockCheckedAccount } from './accounts.repository.ts'
import {
  clearSecondFactor,
  confirmSecret,
  findSecondFactor,
  replaceRecoveryCodes,
  saveUnconfirmedSecret,
  useRecoveryCode,
  useStep,
} from './second-factor.repository.ts'

const ISSUER = 'Zelab'
const PERIOD_SECONDS = 30
/** Clocks of phones may be half a minute off. */
const STEPS_OFF = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

// Digits and small letters that nobody confuses on paper.
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const newRecoveryCode = () => {
  const signs = Array.from({ length: 10 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
    '',
  )
  return `${signs.slice(0, 5)}-${signs.slice(5)}`
}
const hashRecoveryCode = (code: string) => hashSecretToken(code.toLowerCase().replace(/-/g, ''))

export const createSecondFactorService = ({
  database,
  clock,
  secretBox,
}: {
  database: Database
  clock: Clock
  secretBox: SecretBox
}) => {
  const giveRecoveryCodes = async (tx: Queryable, userId: number) => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
    return codes
  }

  /** Takes a code of the app that was not used yet; one more use of the same code fails. */
  const takeAppCode = async (tx: Queryable, userId: number, sealedSecret: Buffer, code: string) => {
    const now = clock.now().getTime()
    const delta = totpOf(secretBox.open(sealedSecret), '').validate({
      token: code,
      window: STEPS_OFF,
      timestamp: now,
    })
    if (delta === null) return false
    return useStep(tx, userId, Math.floor(now / 1000 / PERIOD_SECONDS) + delta)
  }

  /** @returns locks the account and makes sure that it is still the one whose password was checked */
  const checkPassword = async (caller: Caller, password: string) => {
    const { passwordHash, accessVersion } = await findCredentials(database, caller.user.id)
    if (!(await isPassword(passwordHash, password)))
      throw invalidField('password', REFUSAL.wrongCurrentPassword)
    return async (tx: Queryable) => {
      const checked = { userId: caller.user.id, sessionId: caller.session.id, accessVersion }
      if (!(await lockCheckedAccount(tx, checked))) throw unauthenticated()
    }
  }

  const record = (tx: Queryable, caller: Caller, summary: string) =>
    recordActivity(tx, caller, {
      action: 'user.second-factor',
      object: { type: 'user', id: caller.user.id },
      summary,
    })

  return {
    /** Whether this account signs in with a code, and if so whether this is a right one. */
    async verify(
      userId: number,
      code: string | undefined,
    ): Promise<'not-needed' | 'missing' | 'wrong' | 'right'> {
      const stored = await findSecondFactor(database, userId)
      const { sealedSecret } = stored
      if (!stored.isOn || !sealedSecret) return 'not-needed'
      if (!code) return 'missing'
      const isRight = await database.transaction(async (tx) =>
        /^\d{6}$/.test(code)
          ? takeAppCode(tx, userId, sealedSecret, code)
          : useRecoveryCode(tx, userId, hashRecoveryCode(code)),
      )
      return isRight ? 'right' : 'wrong'
    },

    async start(caller: Caller): Promise<{ secret: string; qrCode: string }> {
      const secret = new Secret({ size: 20 }).base32
      const isSaved = await saveUnconfirmedSecret(database, caller.user.id, secretBox.seal(secret))
      if (!isSaved) throw conflict(REFUSAL.secondFactorOn)
      const svg = await QRCode.toString(totpOf(secret, caller.user.email).toString(), {
        type: 'svg',
        margin: 2,
      })
      return { secret, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
    },

    async confirm(caller: Caller, code: string): Promise<string[]> {
      return database.transaction(async (tx) => {
        const { sealedSecret, isOn } = await findSecondFactor(tx, caller.user.id)
        if (isOn) throw conflict(REFUSAL.secondFactorOn)
        if (!sealedSecret || !(await takeAppCode(tx, caller.user.id, sealedSecret, code)))
          throw invalidField('code', REFUSAL.secondFactorWrong)
        await confirmSecret(tx, caller.user.id)
        await record(tx, caller, 'Switched the second factor on')
        return giveRecoveryCodes(tx, caller.user.id)
      })
    },

    async renewRecoveryCodes(caller: Caller, password: string): Promise<string[]> {
      const lockChecked = await checkPassword(caller, password)
      return database.transaction(async (tx) => {
        await lockChecked(tx)
        if (!(await findSecondFactor(tx, caller.user.id)).isOn) throw conflict(REFUSAL.secondFactorOff)
        await record(tx, caller, 'Made new recovery codes')
        return giveRecoveryCodes(tx, caller.user.id)
      })
    },

    async remove(caller: Caller, password: string): Promise<void> {
      if (caller.session.isSecondFactorRequired) throw conflict(REFUSAL.secondFactorKept)
      const lockChecked = await checkPassword(caller, password)
      await database.transaction(async (tx) => {
        await lockChecked(tx)
        await clearSecondFactor(tx, caller.user.id)
        await record(tx, caller, 'Switched the second factor off')
      })
    },
  }
}
export type SecondFactorService = ReturnType<typeof createSecondFactorService>
