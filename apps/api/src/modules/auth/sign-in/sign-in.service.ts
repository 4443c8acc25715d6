import {
  ADMIN_USER_TYPE_ID,
  isStaffRole,
  type PasskeyAssertion,
  type RefusalCode,
  type SessionState,
  type User,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, forbidden, unauthenticated } from '../../../core/app-error.ts'
import type { Attempt } from '../../../core/rate-limits/rate-limits.service.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { isPassword, spendPasswordTime } from '../../../platform/password-hasher.ts'
import { recordVisit } from '../../activity/activity.service.ts'
import type { SettingsService } from '../../settings/settings.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { findAccountByEmail, findAccountById, type Account } from '../accounts/accounts.repository.ts'
import type { KnownDeviceService } from '../known-devices/known-devices.service.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import type { SecondFactorCodes, SecondFactorProof } from '../second-factor/second-factor-codes.service.ts'
import { useSignInLink } from '../sign-in-links/sign-in-links.repository.ts'
import type { ProviderSession } from '../sessions/sessions.repository.ts'
import { sessionStateOf, type SessionService, type Visitor } from '../sessions/sessions.service.ts'

export interface Credentials extends SecondFactorProof {
  email: string
  password: string
}

export type SignInOutcome =
  | 'succeeded'
  | 'throttled'
  /** Includes unknown emails. */
  | 'wrong_password'
  | 'deactivated'
  | 'patient'
  | 'second_factor_missing'
  | 'second_factor_wrong'
  | 'passkey_refused'
  | 'link_refused'
  | 'provider_refused'
  | 'account_changed'

export interface SignedIn {
  user: User
  session: SessionState
  token: string
  device: string
}

const needsCode = (code: RefusalCode) => new AppError('UNAUTHENTICATED', code, { field: 'code' })

export const createSignInService = ({
  database,
  codes,
  devices,
  passkeys,
  sessions,
  rateLimiter,
  metrics,
  settings,
}: Pick<Context, 'database' | 'rateLimiter' | 'metrics'> & {
  settings: Pick<SettingsService, 'signInLimit'>
  codes: SecondFactorCodes
  devices: KnownDeviceService
  passkeys: PasskeyChecks
  sessions: SessionService
}) => {
  const limiter = rateLimiter('sign-in', settings.signInLimit)
  const onAttempt = (outcome: SignInOutcome) => metrics.signIns.inc({ outcome })
  const startAttempt = (attempt: Attempt) =>
    limiter.attempt(attempt).catch((error: unknown) => {
      if (error instanceof AppError) onAttempt('throttled')
      throw error
    })
  const refuse = async (visitor: Visitor, account: Account | undefined, why: string) => {
    await recordVisit(database, visitor, {
      action: 'session.refuse',
      ...(account && { object: { type: 'user', id: account.user.id }, labId: account.user.lab?.id ?? null }),
      summary: account
        ? `Refused a sign-in as ${account.user.fullName}: ${why}`
        : `Refused a sign-in: ${why}`,
    })
  }
  const warnOfCopy = async (visitor: Visitor, account: Account, why: string) => {
    await refuse(visitor, account, why)
    const actor = { user: account.user, requestId: visitor.requestId }
    await noticeToOwner(database, actor, { notice: 'passkey-refused' })
  }

  const refusePatients = async (visitor: Visitor, account: Account) => {
    if (isStaffRole(account.user.userType.name)) return
    onAttempt('patient')
    await refuse(visitor, account, 'patient account')
    throw forbidden('PATIENT_ACCOUNT')
  }

  /** All failures have the same message (AMB-14). */
  const checkPassword = async (visitor: Visitor, { email, password }: Credentials): Promise<Account> => {
    const account = await findAccountByEmail(database, email)
    const passwordHash = account && !account.isProviderOnly ? account.passwordHash : null
    if (passwordHash === null) await spendPasswordTime(password)
    const isValid = passwordHash !== null && (await isPassword(passwordHash, password, 'sign-in'))
    if (!account || !isValid || !account.isActive) {
      const why = !account
        ? 'unknown account'
        : account.isProviderOnly
          ? 'a password, where the lab is provider only'
          : isValid
            ? 'deactivated account'
            : 'wrong password'
      onAttempt(isValid ? 'deactivated' : 'wrong_password')
      await refuse(visitor, account, why)
      throw unauthenticated('WRONG_CREDENTIALS')
    }
    await refusePatients(visitor, account)
    return account
  }

  const checkSecondFactor = async (visitor: Visitor, account: Account, proof: SecondFactorProof) => {
    const outcome = await codes.verify(account.user.id, proof, visitor.browser)
    if (outcome === 'not-needed' || outcome === 'right') return
    if (outcome === 'missing' || outcome === 'missing-passkey') {
      onAttempt('second_factor_missing')
      throw needsCode(
        outcome === 'missing' ? 'SECOND_FACTOR_CODE_REQUIRED' : 'SECOND_FACTOR_PASSKEY_REQUIRED',
      )
    }
    onAttempt('second_factor_wrong')
    if (outcome === 'copied') await warnOfCopy(visitor, account, 'the counter of a passkey did not grow')
    else await refuse(visitor, account, 'wrong second factor')
    throw needsCode(proof.passkey ? 'PASSKEY_REFUSED' : 'SECOND_FACTOR_CODE_WRONG')
  }

  const refusePasskey = (): never => {
    onAttempt('passkey_refused')
    throw unauthenticated('PASSKEY_REFUSED')
  }

  const checkPasskey = async (visitor: Visitor, response: PasskeyAssertion): Promise<Account> => {
    const found = await passkeys.verify(response, 'sign-in', visitor.browser)
    const known =
      found.outcome === 'wrong' ? undefined : await findAccountById(database, found.passkey.userId)
    if (found.outcome === 'wrong' || !known) {
      await refuse(visitor, known, 'unknown or invalid passkey')
      return refusePasskey()
    }
    // The passkey may have been removed since.
    const account = { ...known, accessVersion: found.passkey.accessVersion }
    if (found.outcome === 'copied') {
      await warnOfCopy(visitor, account, `the counter of the passkey “${found.passkey.name}” did not grow`)
      return refusePasskey()
    }
    if (!account.isActive || account.isProviderOnly) {
      const why = account.isActive ? 'a passkey, where the lab is provider only' : 'deactivated account'
      await refuse(visitor, account, why)
      return refusePasskey()
    }
    await refusePatients(visitor, account)
    return account
  }

  const open = async (
    visitor: Visitor,
    account: Account,
    way: Parameters<SessionService['open']>[2],
  ): Promise<SignedIn> => {
    const opened = await sessions.open(visitor, account, way)
    if (!opened) {
      onAttempt('account_changed')
      await refuse(visitor, account, 'the account was changed meanwhile')
      throw unauthenticated('WRONG_CREDENTIALS')
    }
    onAttempt('succeeded')
    const { caller, ...cookies } = opened
    return { user: account.user, session: sessionStateOf(caller), ...cookies }
  }

  return {
    async withPassword(visitor: Visitor, { email: typed, ...proof }: Credentials): Promise<SignedIn> {
      const email = typed.trim()
      const device = await devices.find(visitor.device, email)
      const attempt = { account: email, address: visitor.address, device }
      await startAttempt(attempt)
      const account = await checkPassword(visitor, { email, ...proof })
      await checkSecondFactor(visitor, account, proof)
      await limiter.succeed(attempt)
      return open(visitor, account, 'password')
    },

    /** Counts as both factors. Signatures cannot be guessed, so that only networks and devices are limited. */
    async withPasskey(visitor: Visitor, response: PasskeyAssertion): Promise<SignedIn> {
      passkeys.site()
      const attempt = await devices.attemptOf(visitor)
      await startAttempt(attempt)
      const account = await checkPasskey(visitor, response)
      await limiter.succeed(attempt)
      return open(visitor, account, 'passkey')
    },

    /**
     * With a link that was made on the server for an Admin. It counts as both factors.
     * @returns undefined if the link does not work
     */
    async withLink(visitor: Visitor, token: string): Promise<SignedIn | undefined> {
      const attempt = await devices.attemptOf(visitor)
      await startAttempt(attempt)
      const userId = await useSignInLink(database, hashSecretToken(token))
      const account = userId === undefined ? undefined : await findAccountById(database, userId)
      if (!account?.isActive || account.user.userType.id !== ADMIN_USER_TYPE_ID) {
        onAttempt('link_refused')
        await refuse(visitor, account, 'a link that does not work')
        return undefined
      }
      await limiter.succeed(attempt)
      return open(visitor, account, 'link')
    },

    /** Before the person's answer from a provider is read. @returns what a good answer ends */
    async startProviderAttempt(visitor: Visitor): Promise<Attempt> {
      const attempt = await devices.attemptOf(visitor)
      await startAttempt(attempt)
      return attempt
    },

    async refuseProvider(visitor: Visitor, account: Account | undefined, why: string): Promise<void> {
      onAttempt('provider_refused')
      await refuse(visitor, account, why)
    },

    endProviderAttempt: (attempt: Attempt): Promise<void> => limiter.succeed(attempt),

    withProvider: (visitor: Visitor, account: Account, provider: ProviderSession): Promise<SignedIn> =>
      open(visitor, account, provider),

    /** After a provider that does not check a second factor. */
    async checkSecondStep(visitor: Visitor, account: Account, proof: SecondFactorProof): Promise<void> {
      const { email } = account.user
      const device = await devices.find(visitor.device, email)
      const attempt = { account: email, address: visitor.address, device }
      await startAttempt(attempt)
      await checkSecondFactor(visitor, account, proof)
      await limiter.succeed(attempt)
    },

    removeOldAttempts: () => limiter.removeOld(),
  }
}
export type SignInService = ReturnType<typeof createSignInService>
