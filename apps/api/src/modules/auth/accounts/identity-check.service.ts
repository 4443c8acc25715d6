import { IDENTITY_MINUTES, VALIDATION } from '@zelab/contract'
import type { SettingsService } from '../../settings/settings.service.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, invalidField, refusedField, unauthenticated } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { isPassword, spendPasswordTime } from '../../../platform/password-hasher.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner } from './account-notices.service.ts'
import { findCredentials, lockCheckedAccount } from './accounts.repository.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import { useProviderConfirmation } from '../providers/provider-sessions.repository.ts'
import { isConfirmedLately } from '../sessions/sessions.repository.ts'
import type { SecondFactorCodes, SecondFactorProof } from '../second-factor/second-factor-codes.service.ts'

/** A passkey, a provider, or the password with a code if the second factor is on. */
export interface IdentityProof extends SecondFactorProof {
  password?: string | undefined
  /** The provider confirmed it in a second window. */
  provider?: true | undefined
}

/** From the answer of the provider until the change that it confirms. */
const PROVIDER_PROOF_MINUTES = 5

/** Locks the caller's account. Fails with 401 if the account changed or the session ended since the check. */
export type LockChecked = (tx: Queryable) => Promise<void>

/** Requires a sign-in or an identity check a few minutes ago. */
export const expectRecentIdentity = async (db: Queryable, { session }: Caller): Promise<void> => {
  if (!(await isConfirmedLately(db, session.id, IDENTITY_MINUTES))) throw forbidden('IDENTITY_CHECK_REQUIRED')
}

/** Rate limited and recorded like a sign-in. */
export const createIdentityCheck = ({
  database,
  codes,
  passkeys,
  rateLimiter,
  settings,
}: Pick<Context, 'database' | 'rateLimiter'> & {
  settings: Pick<SettingsService, 'signInLimit'>
  codes: SecondFactorCodes
  passkeys: PasskeyChecks
}) => {
  const limiter = rateLimiter('identity-check', settings.signInLimit)
  const refuse = async (caller: Caller, why: string) => {
    await recordActivity(database, caller, {
      action: 'user.confirm-refuse',
      object: { type: 'user', id: caller.user.id },
      summary: `Refused a change of the account: ${why}`,
    })
  }

  const checkProvider = async (caller: Caller) => {
    if (await useProviderConfirmation(database, caller.session.id, PROVIDER_PROOF_MINUTES)) return
    await refuse(caller, 'the provider had not confirmed it')
    throw refusedField('provider', 'PROVIDER_REFUSED')
  }

  const checkPasskey = async (caller: Caller, passkey: NonNullable<IdentityProof['passkey']>) => {
    const holder = { sessionId: caller.session.id }
    const found = await passkeys.verify(passkey, 'confirm', holder)
    const isOwn = found.outcome !== 'wrong' && found.passkey.userId === caller.user.id
    if (found.outcome === 'right' && isOwn) return
    const isCopied = found.outcome === 'copied' && isOwn
    await refuse(caller, isCopied ? `the counter of “${found.passkey.name}” did not grow` : 'wrong passkey')
    if (isCopied) await noticeToOwner(database, caller, { notice: 'passkey-refused' })
    throw refusedField('passkey', 'PASSKEY_REFUSED')
  }

  const checkPassword = async (
    caller: Caller,
    { password = '', code }: IdentityProof,
    { field, passwordHash }: { field: string; passwordHash: string | null },
  ) => {
    if (passwordHash === null) await spendPasswordTime(password)
    if (passwordHash === null || !(await isPassword(passwordHash, password))) {
      await refuse(caller, 'wrong password')
      throw refusedField(field, 'WRONG_CURRENT_PASSWORD')
    }
    // The link was made on the server, for an Admin who may have lost the second factor.
    const isByLink =
      caller.session.way === 'link' &&
      (await isConfirmedLately(database, caller.session.id, IDENTITY_MINUTES))
    const outcome = isByLink ? 'not-needed' : await codes.verify(caller.user.id, { code })
    if (outcome === 'missing') throw refusedField('code', 'SECOND_FACTOR_CODE_REQUIRED')
    if (outcome === 'missing-passkey') throw refusedField('code', 'SECOND_FACTOR_PASSKEY_REQUIRED')
    if (outcome === 'wrong') {
      await refuse(caller, 'wrong second factor')
      throw refusedField('code', 'SECOND_FACTOR_CODE_WRONG')
    }
  }

  /** @param field the name of the password field in the request */
  return async (caller: Caller, proof: IdentityProof, field = 'password'): Promise<LockChecked> => {
    if (!proof.passkey && !proof.provider && !proof.password) throw invalidField(field, VALIDATION.required)
    const userId = caller.user.id
    const attempt = { account: String(userId) }
    await limiter.attempt(attempt)
    const { passwordHash, isProviderOnly, accessVersion } = await findCredentials(database, userId)
    if (proof.provider) await checkProvider(caller)
    else if (proof.passkey) await checkPasskey(caller, proof.passkey)
    else await checkPassword(caller, proof, { field, passwordHash: isProviderOnly ? null : passwordHash })
    await limiter.succeed(attempt)
    return async (tx) => {
      const checked = { userId, sessionId: caller.session.id, accessVersion }
      if (!(await lockCheckedAccount(tx, checked))) throw unauthenticated()
    }
  }
}
export type IdentityCheck = ReturnType<typeof createIdentityCheck>
