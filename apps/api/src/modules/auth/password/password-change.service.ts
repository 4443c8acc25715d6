import type { Context } from '../../../core/context.ts'
import type { Caller } from '../../../core/caller.ts'
import { hashPassword } from '../../../platform/password-hasher.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { endPasswordResets, setPassword } from '../accounts/accounts.repository.ts'
import type { IdentityCheck, IdentityProof } from '../accounts/identity-check.service.ts'
import { forgetDevices, type KnownDeviceService } from '../known-devices/known-devices.service.ts'
import { refuseCommonPassword } from './password-rule.ts'
import type { SecondFactorProof } from '../second-factor/second-factor-codes.service.ts'
import { deleteOtherSessions, markConfirmed } from '../sessions/sessions.repository.ts'

export interface PasswordChange extends SecondFactorProof {
  currentPassword?: string | undefined
  password: string
}

export const createPasswordChangeService = ({
  database,
  checkIdentity,
  devices,
}: Pick<Context, 'database'> & { checkIdentity: IdentityCheck; devices: KnownDeviceService }) => ({
  async change(caller: Caller, fields: PasswordChange, deviceCookie: string | undefined): Promise<void> {
    const { currentPassword, password, ...proof } = fields
    const lockChecked = await checkIdentity(
      caller,
      { ...proof, password: currentPassword },
      'currentPassword',
    )
    refuseCommonPassword(password)
    const passwordHash = await hashPassword(password)
    await database.transaction(async (tx) => {
      await lockChecked(tx)
      await setPassword(tx, caller.user.id, passwordHash)
      await deleteOtherSessions(tx, caller.user.id, caller.session.id)
      await forgetDevices(tx, caller.user.id, devices.hashOf(deviceCookie))
      await endPasswordResets(tx, caller.user.id)
      await recordActivity(tx, caller, {
        action: 'user.change-password',
        object: { type: 'user', id: caller.user.id },
        summary: 'Changed the own password',
      })
      await noticeToOwner(tx, caller, { notice: 'password-changed' })
    })
  },

  /** For actions that need a sign-in or an identity check within minutes. */
  async confirmIdentity(caller: Caller, proof: IdentityProof): Promise<void> {
    const lockChecked = await checkIdentity(caller, proof)
    await database.transaction(async (tx) => {
      await lockChecked(tx)
      await markConfirmed(tx, caller.session.id)
      await recordActivity(tx, caller, {
        action: 'user.confirm-identity',
        object: { type: 'user', id: caller.user.id },
        summary: proof.passkey ? 'Confirmed with a passkey' : 'Confirmed the own password',
      })
    })
  },
})
export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>
