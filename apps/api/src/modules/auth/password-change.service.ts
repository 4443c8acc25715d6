import { REFUSAL } from '@zelab/contract'
import { invalidField, unauthenticated } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { hashPassword, isPassword } from '../../platform/password-hasher.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findCredentials, lockCheckedAccount, setPassword } from './accounts.repository.ts'
import { refuseCommonPassword } from './password-rule.ts'
import { deleteOtherSessions } from './sessions.repository.ts'

export const createPasswordChangeService = ({ database }: { database: Database }) => ({
  /** Changes the caller's password and ends all other sessions. */
  async change(caller: Caller, fields: { currentPassword: string; password: string }): Promise<void> {
    const { passwordHash: currentHash, accessVersion } = await findCredentials(database, caller.user.id)
    if (!(await isPassword(currentHash, fields.currentPassword)))
      throw invalidField('currentPassword', REFUSAL.wrongCurrentPassword)
    refuseCommonPassword(fields.password)
    const passwordHash = await hashPassword(fields.password)
    await database.transaction(async (tx) => {
      const checked = { userId: caller.user.id, sessionId: caller.session.id, accessVersion }
      if (!(await lockCheckedAccount(tx, checked))) throw unauthenticated()
      await setPassword(tx, caller.user.id, passwordHash)
      await deleteOtherSessions(tx, caller.user.id, caller.session.id)
      await recordActivity(tx, caller, {
        action: 'user.change-password',
        object: { type: 'user', id: caller.user.id },
        summary: 'Changed the own password',
      })
    })
  },
})
export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>
