import { randomInt } from 'node:crypto'
import type { PasskeyAssertion } from '@zelab/contract'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import type { Holder } from '../passkeys/passkeys.repository.ts'
import {
  findSecondFactor,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from './second-factor.repository.ts'

const RECOVERY_CODES = 10

const PERIOD_SECONDS = 30
/** Phone clocks may be off by half a minute. */
const STEPS_OFF = 1

export const totpOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

// Digits and lowercase letters that are not confused on paper: 24 of 31 are 118 bits.
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 4
const GROUP_LENGTH = 6

const newRecoveryCode = () => {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
      '',
    )
  return Array.from({ length: GROUPS }, group).join('-')
}
const hashRecoveryCode = (code: string) => hashSecretToken(code.toLowerCase().replace(/-/g, ''))

export interface SecondFactorProof {
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

/** `missing-passkey`: without an authenticator app. */
export type SecondFactorOutcome = 'not-needed' | 'missing' | 'missing-passkey' | 'wrong' | 'copied' | 'right'

export const createSecondFactorCodes = ({
  database,
  clock,
  encryption,
  passkeys,
}: Pick<Context, 'database' | 'clock' | 'encryption'> & { passkeys: PasskeyChecks }) => {
  const stepOf = (sealedSecret: Buffer, code: string): number | undefined => {
    const now = clock.now().getTime()
    const totp = totpOf(encryption.open(sealedSecret), '', '')
    const delta = totp.validate({ token: code, window: STEPS_OFF, timestamp: now })
    return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
  }

  const useAppCode = async (tx: Queryable, userId: number, sealedSecret: Buffer, code: string) => {
    const step = stepOf(sealedSecret, code)
    return step !== undefined && (await useStep(tx, userId, step))
  }

  return {
    stepOf,

    /** @param browser the holder of the challenge of a passkey */
    async verify(
      userId: number,
      { code, passkey }: SecondFactorProof,
      browser?: Holder,
    ): Promise<SecondFactorOutcome> {
      const { sealedSecret, isOn } = await findSecondFactor(database, userId)
      if (!isOn) return 'not-needed'
      if (passkey) {
        const found = await passkeys.verify(passkey, 'second-step', browser)
        return found.outcome !== 'wrong' && found.passkey.userId !== userId ? 'wrong' : found.outcome
      }
      if (!code) return sealedSecret ? 'missing' : 'missing-passkey'
      const isValid = /^\d{6}$/.test(code)
        ? sealedSecret !== null && (await useAppCode(database, userId, sealedSecret, code))
        : await useRecoveryCode(database, userId, hashRecoveryCode(code))
      return isValid ? 'right' : 'wrong'
    },

    async renewRecoveryCodes(tx: Queryable, userId: number): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
      await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
      return codes
    },
  }
}
export type SecondFactorCodes = ReturnType<typeof createSecondFactorCodes>
