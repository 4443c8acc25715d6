import { INVITATION_DAYS, isStaffRole } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { claimMessage } from '../../../platform/sent-messages.repository.ts'
import { hashPassword } from '../../../platform/password-hasher.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner, sendAccountMail } from '../accounts/account-notices.service.ts'
import {
  invitationMail,
  linkProviderMail,
  lostWayMail,
  passwordResetMail,
  PROVIDER_INVITATION_HOURS,
  providerInvitationMail,
  providerOnlyMail,
  RESET_TOKEN_MINUTES,
} from '../accounts/account-mails.ts'
import {
  endPasswordResets,
  findAccountByEmail,
  findAccountById,
  findPasswordReset,
  insertPasswordReset,
  lockAccount,
  setPassword,
  usePasswordReset,
  type Account,
} from '../accounts/accounts.repository.ts'
import { forgetDevices, type KnownDeviceService } from '../known-devices/known-devices.service.ts'
import { refuseCommonPassword } from './password-rule.ts'
import { deleteSessionsOfUser } from '../sessions/sessions.repository.ts'
import type { Visitor } from '../sessions/sessions.service.ts'

/** Attempts per window before an account or address must wait (AMB-92). */
const RESET_MAIL_LIMIT = { perAccount: 5, perAddress: 50, windowMinutes: 60 } as const
/** Each attempt with a link hashes a password. Calls without a valid link count per address. */
const PASSWORD_RESET_LIMIT = { perAccount: 10, perAddress: 100, windowMinutes: 15 } as const

export const SEND_PASSWORD_RESET = 'send-password-reset'

const INVITATION = {
  minutes: INVITATION_DAYS * 24 * 60,
  summary: 'Mailed an invitation',
  mail: invitationMail,
}
/** Where a lab is provider only. */
const PROVIDER_INVITATION = {
  minutes: PROVIDER_INVITATION_HOURS * 60,
  summary: 'Mailed an invitation to continue with a provider',
  mail: providerInvitationMail,
}
const PASSWORD_RESET = {
  minutes: RESET_TOKEN_MINUTES,
  summary: 'Mailed a password reset link',
  mail: passwordResetMail,
}

export const createPasswordResetService = (
  context: Pick<Context, 'database' | 'mailer' | 'reportFailure' | 'appUrl' | 'brand' | 'rateLimiter'> & {
    devices: KnownDeviceService
  },
) => {
  const { database, appUrl, devices, brand, rateLimiter } = context
  const mailLimiter = rateLimiter('reset-mail', RESET_MAIL_LIMIT)
  const linkLimiter = rateLimiter('password-reset', PASSWORD_RESET_LIMIT)
  /** Creates the token here, so that no queue contains one. */
  const sendLink = async (
    { user, isInvited, isProviderOnly }: Account,
    jobId: string,
    hasLostWay = false,
  ) => {
    const token = newSecretToken()
    const invitation = isProviderOnly ? PROVIDER_INVITATION : INVITATION
    const { minutes, summary, mail } = isInvited ? invitation : PASSWORD_RESET
    const lostWay = isProviderOnly ? linkProviderMail : lostWayMail
    const presentation = await brand()
    const isStored = await database.transaction(async (tx) => {
      if (!(await claimMessage(tx, jobId))) return false
      return insertPasswordReset(tx, {
        userId: user.id,
        email: user.email,
        isInvited,
        tokenHash: hashSecretToken(token),
        minutes,
      })
    })
    if (!isStored) return
    const link = `${appUrl}/reset-password?${new URLSearchParams({ token, email: user.email })}`
    const content = (hasLostWay ? lostWay : mail)(presentation, { to: user, link })
    await sendAccountMail(context, jobId, {
      user,
      kind: isInvited ? 'invitation' : 'reset',
      mail: content,
      summary: `${summary} to ${user.fullName}`,
    })
  }

  const sendHowToSignIn = async ({ user }: Account, jobId: string) => {
    const content = providerOnlyMail(await brand(), { to: user, link: appUrl })
    if (!(await claimMessage(database, jobId))) return
    await sendAccountMail(context, jobId, {
      user,
      kind: 'reset',
      mail: content,
      summary: `Mailed how to sign in to ${user.fullName}`,
    })
  }

  const mayGetMail = (account: Account | undefined): account is Account =>
    account !== undefined && account.isActive && isStaffRole(account.user.userType.name)

  return {
    /** The job looks up the account, so that response and timing do not reveal whether it exists. */
    async request(email: string, { address, requestId, device }: Visitor): Promise<void> {
      await mailLimiter.attempt({ account: email, address, device: await devices.find(device, email) })
      await enqueueJob(database, SEND_PASSWORD_RESET, { email }, requestId)
    },

    /** Job. An invited user is invited again. Where a lab is provider only, the mail says so. */
    async send({ email }: { email: string }, jobId: string): Promise<void> {
      const account = await findAccountByEmail(database, email)
      if (!mayGetMail(account)) return
      if (account.isProviderOnly && !account.isInvited) await sendHowToSignIn(account, jobId)
      else await sendLink(account, jobId)
    },

    async sendInvitation(
      { userId, hasLostWay = false }: { userId: number; hasLostWay?: boolean },
      jobId: string,
    ): Promise<void> {
      const account = await findAccountById(database, userId)
      if (mayGetMail(account) && account.isInvited) await sendLink(account, jobId, hasLostWay)
    },

    /**
     * Ends every session of the user (AMB-16). Only valid links cost a hash. Calls without one count only per
     * address, so that they cannot use up another user's attempts.
     * @returns the cookie that makes the browser known to the user
     */
    async reset(
      fields: { token: string; email: string; password: string },
      { address, requestId, device }: Visitor,
    ): Promise<string> {
      const link = { tokenHash: hashSecretToken(fields.token), email: fields.email }
      const userId = await findPasswordReset(database, link)
      if (userId === undefined) {
        await linkLimiter.attempt(await devices.attemptOf({ address, device }))
        throw new AppError('INVALID', 'RESET_LINK_INVALID')
      }
      await linkLimiter.attempt({ account: link.tokenHash.toString('hex') })
      refuseCommonPassword(fields.password)
      const passwordHash = await hashPassword(fields.password)
      return database.transaction(async (tx) => {
        await lockAccount(tx, userId)
        if ((await usePasswordReset(tx, link)) !== userId) throw new AppError('INVALID', 'RESET_LINK_INVALID')
        const before = await findAccountById(tx, userId)
        await setPassword(tx, userId, passwordHash)
        await endPasswordResets(tx, userId)
        await deleteSessionsOfUser(tx, userId)
        await forgetDevices(tx, userId)
        await recordActivity(tx, 'system', {
          action: 'user.reset-password',
          object: { type: 'user', id: userId },
          summary: `Set a new password for user ${userId} by a mailed link`,
        })
        if (before && !before.isInvited)
          await noticeToOwner(tx, { user: before.user, requestId }, { notice: 'password-changed' })
        // The owner of the mailbox may sign in, regardless of other attempts.
        return devices.remember(tx, userId, device)
      })
    },
  }
}
export type PasswordResetService = ReturnType<typeof createPasswordResetService>
