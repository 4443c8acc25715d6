import { IDENTITY_MINUTES, VALIDATION } from '@zelab/contract'
import type { SettingsService } from '../settings/settings.service.ts'
import type { Context } from '../../core/context.ts'
import { forbidden, invalidField, refusedField, unauthenticated } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isPassword } from '../../platform/password-hasher.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findCredentials, lockCheckedAccount } from './accounts.repository.ts'
import { isConfirmedLately } from './sessions.repository.ts'
import type { SecondFactorCodes } from './second-factor-codes.service.ts'

export interface IdentityProof {
  password: string | undefined
  code?: string | undefined
}

/** Locks the caller's account. Fails with 401 if the account changed or the session ended since the check. */
export type LockChecked = (tx: Queryable) => Promise<void>

/** Requires that the caller signed in or confirmed the password a few minutes ago. */
export const expectRecentIdentity = async (db: Queryable, { session }: Caller): Promise<void> => {
  if (!(await isConfirmedLately(db, session.id, IDENTITY_MINUTES))) throw forbidden('IDENTITY_CHECK_REQUIRED')
}

/** Requires the current password, and a code if the second factor is on. Rate limited and recorded like a sign-in. */
export const createIdentityCheck = ({
  database,
  codes,
  rateLimiter,
  settings,
}: Pick<Context, 'database' | 'rateLimiter'> & {
  settings: Pick<SettingsService, 'signInLimit'>
  codes: SecondFactorCodes
}) => {
  const limiter = rateLimiter('identity-check', settings.signInLimit)
  const refuse = async (caller: Caller, why: string) => {
    await recordActivity(database, caller, {
      action: 'user.confirm-refuse',
      object: { type: 'user', id: caller.user.id },
      summary: `Refused a change of the account: ${why}`,
    })
  }

  /** @param field the name of the password field in the request */
  return async (
    caller: Caller,
    { password, code }: IdentityProof,
    field = 'password',
  ): Promise<LockChecked> => {
    if (!password) throw invalidField(field, VALIDATION.required)
    const userId = caller.user.id
    const attempt = { account: String(userId) }
    await limiter.attempt(attempt)
    const { passwordHash, accessVersion } = await findCredentials(database, userId)
    if (!(await isPassword(passwordHash, password))) {
      await refuse(caller, 'wrong password')
      throw refusedField(field, 'WRONG_CURRENT_PASSWORD')
    }
    const outcome = await codes.verify(userId, code)
    if (outcome === 'missing') throw refusedField('code', 'SECOND_FACTOR_CODE_REQUIRED')
    if (outcome === 'wrong') {
      await refuse(caller, 'wrong second factor')
      throw refusedField('code', 'SECOND_FACTOR_CODE_WRONG')
    }
    await limiter.succeed(attempt)
    return async (tx) => {
      const checked = { userId, sessionId: caller.session.id, accessVersion }
      if (!(await lockCheckedAccount(tx, checked))) throw unauthenticated()
    }
  }
}
export type IdentityCheck = ReturnType<typeof createIdentityCheck>
