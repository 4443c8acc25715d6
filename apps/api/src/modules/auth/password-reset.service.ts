import { isStaffRole, RESET_TOKEN_MINUTES, VALIDATION } from '@zelab/contract'
import { AppError } from '../../http/app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { hashPassword } from '../../platform/password-hasher.ts'
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts'
import { recordActivity } from '../activity/activity.service.ts'
import {
  endPasswordResets,
  findAccountByEmail,
  insertPasswordReset,
  setPassword,
  usePasswordReset,
} from './accounts.repository.ts'
import { passwordResetMail } from './password-reset-mail.ts'
import { refuseCommonPassword } from './password-rule.ts'
import { deleteSessionsOfUser } from './sessions.repository.ts'
import type { Throttle } from './throttle.service.ts'

export const SEND_PASSWORD_RESET = 'send-password-reset'

export const createPasswordResetService = ({
  database,
  mailer,
  appUrl,
  throttle,
}: {
  database: Database
  throttle: Throttle
  mailer: Mailer
  appUrl: string
}) => ({
  /** Queues the mail. Whether the account exists is looked up by the job, so that answer and time are alike. */
  async request(email: string, address: string): Promise<void> {
    await throttle.attempt(email, address)
    await enqueueJob(database, SEND_PASSWORD_RESET, { email })
  },

  /** The job: makes the token only now, so that no queue ever holds one, and mails the link. */
  async send({ email }: { email: string }): Promise<void> {
    const account = await findAccountByEmail(database, email)
    if (!account?.isActive || !isStaffRole(account.user.userType.name)) return
    const token = newSecretToken()
    const { user } = account
    await database.transaction(async (tx) => {
      await insertPasswordReset(tx, {
        userId: user.id,
        tokenHash: hashSecretToken(token),
        minutes: RESET_TOKEN_MINUTES,
      })
      await recordActivity(tx, 'system', {
        action: 'mail.send',
        object: { type: 'user', id: user.id },
        labId: user.lab?.id ?? null,
        summary: `Mailed a password reset link to ${user.fullName}`,
      })
    })
    const query = new URLSearchParams({ token, email: user.email })
    await mailer.send(
      passwordResetMail({
        to: user.email,
        fullName: user.fullName,
        link: `${appUrl}/reset-password?${query}`,
      }),
    )
  },

  /** Sets the new password by a link's token and ends every session of the user (AMB-16). */
  async reset(fields: { token: string; email: string; password: string }): Promise<void> {
    refuseCommonPassword(fields.password)
    const passwordHash = await hashPassword(fields.password)
    await database.transaction(async (tx) => {
      const userId = await usePasswordReset(tx, {
        tokenHash: hashSecretToken(fields.token),
        email: fields.email,
      })
      if (userId === undefined) throw new AppError('INVALID', VALIDATION.resetLink)
      await setPassword(tx, userId, passwordHash)
      await endPasswordResets(tx, userId)
      await deleteSessionsOfUser(tx, userId)
      await recordActivity(tx, 'system', {
        action: 'user.reset-password',
        object: { type: 'user', id: userId },
        summary: `Set a new password for user ${userId} by a mailed link`,
      })
    })
  },
})
export type PasswordResetService = ReturnType<typeof createPasswordResetService>
