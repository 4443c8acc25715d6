import { isStaffRole, type AccountMail, type User } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Actor } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { layOutMail } from '../../../platform/mail-layout.ts'
import { refusedForGood, UnconfirmedMailError, type Mail } from '../../../platform/mailer.ts'
import { claimMessage } from '../../../platform/sent-messages.repository.ts'
import { sendClaimed } from '../../../platform/sent-messages.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { findAccountById, forgetRefusedMail, noteRefusedMail } from './accounts.repository.ts'

export const SEND_ACCOUNT_NOTICE = 'send-account-notice'

const NOTICES = {
  'password-changed': {
    subject: (product: string) => `Your ${product} password was changed`,
    sentence: 'The password of your account was changed. All other devices were signed out.',
  },
  'email-changed': {
    subject: (product: string) => `The email address of your ${product} account was changed`,
    sentence: 'The email address that you sign in with was changed. All other devices were signed out.',
  },
  'second-factor-on': {
    subject: (product: string) => `The second factor of your ${product} account is on`,
    sentence: 'Signing in to your account now needs a code of an authenticator app.',
  },
  'second-factor-replaced': {
    subject: (product: string) => `The second factor of your ${product} account was replaced`,
    sentence:
      'Codes for your account now come from another authenticator app. The earlier app no longer works.',
  },
  'second-factor-off': {
    subject: (product: string) => `The second factor of your ${product} account is off`,
    sentence: 'Signing in to your account now needs only the password.',
  },
  'authenticator-removed': {
    subject: (product: string) => `The authenticator app of your ${product} account was removed`,
    sentence: 'Codes of the app no longer work. Signing in now needs a passkey or a recovery code.',
  },
  'passkey-added': {
    subject: (product: string) => `A passkey was added to your ${product} account`,
    sentence: 'A new passkey can sign in to your account. All other devices were signed out.',
  },
  'passkey-removed': {
    subject: (product: string) => `A passkey of your ${product} account was removed`,
    sentence: 'One of your passkeys no longer signs in. All other devices were signed out.',
  },
  'passkey-refused': {
    subject: (product: string) => `A passkey of your ${product} account was refused`,
    sentence:
      'A passkey of your account was refused because it was used in an earlier state, as a copy of it would be. Remove it on your profile page and add a new one.',
  },
  'provider-linked': {
    subject: (product: string) => `A sign-in provider was linked to your ${product} account`,
    sentence:
      'Your account can now be signed in to through this provider. All other devices were signed out.',
  },
  'provider-unlinked': {
    subject: (product: string) => `A sign-in provider was unlinked from your ${product} account`,
    sentence: 'The provider no longer signs in to your account. All other devices were signed out.',
  },
  'second-factor-reset': {
    subject: (product: string) => `The second factor of your ${product} account was reset`,
    sentence:
      'An Admin removed the second factor of your account. You were signed out on all devices. Sign in and set up a new one.',
  },
  'sign-in-opened': {
    subject: (product: string) => `Passwords work again for a lab in ${product}`,
    sentence:
      'An Admin lets the staff of a lab sign in with passwords and passkeys for some hours, although the lab signs in through a provider only.',
  },
  'sign-in-link-made': {
    subject: (product: string) => `A sign-in link of your ${product} account was made`,
    sentence:
      'Someone with access to the server made a link that signs in to your account once, without a password, within 15 minutes.',
  },
  'recovery-codes-renewed': {
    subject: (product: string) => `The recovery codes of your ${product} account were replaced`,
    sentence: 'Your account has new recovery codes. The earlier ones no longer work.',
  },
} as const
export type AccountNotice = keyof typeof NOTICES

interface NoticeJob {
  userId: number
  notice: AccountNotice
  formerEmail?: string
  /** Shown first below the sentence. */
  details?: string
}

export const noticeToOwner = (
  tx: Queryable,
  actor: Exclude<Actor, 'system'>,
  { userId = actor.user.id, ...notice }: Omit<NoticeJob, 'userId'> & { userId?: number },
): Promise<void> => enqueueJob(tx, SEND_ACCOUNT_NOTICE, { userId, ...notice }, actor.requestId)

const recordAccountMail =
  ({ id, lab }: User, summary: string) =>
  (tx: Queryable, isConfirmed: boolean): Promise<void> =>
    recordActivity(tx, 'system', {
      action: 'mail.send',
      object: { type: 'user', id },
      labId: lab?.id ?? null,
      summary: isConfirmed ? summary : `${summary}; the mail server did not confirm it`,
    })

/** Sends a claimed mail to the owner of an account. A refusal for good is shown at the user, and not repeated. */
export const sendAccountMail = async (
  { database, mailer, reportFailure }: Pick<Context, 'database' | 'mailer' | 'reportFailure'>,
  jobId: string,
  { user, kind, mail, summary }: { user: User; kind: AccountMail; mail: Mail; summary: string },
): Promise<void> => {
  const record = recordAccountMail(user, summary)
  try {
    await sendClaimed(
      database,
      jobId,
      () => mailer.send({ id: jobId, ...mail }),
      async (tx, isConfirmed) => {
        if (mail.to === user.email) await forgetRefusedMail(tx, user.id)
        await record(tx, isConfirmed)
      },
    )
  } catch (error) {
    if (error instanceof UnconfirmedMailError || refusedForGood(error) === undefined) throw error
    // The former address of a changed one says nothing about the present one.
    if (mail.to === user.email) await noteRefusedMail(database, { userId: user.id, kind, address: mail.to })
    reportFailure(error, 'a mail to the owner of an account was refused')
  }
}

export const createAccountNoticeService = (
  context: Pick<Context, 'database' | 'mailer' | 'reportFailure' | 'appUrl' | 'brand'>,
) => ({
  async send({ userId, notice, formerEmail, details }: NoticeJob, jobId: string): Promise<void> {
    const { database, appUrl, brand } = context
    const account = await findAccountById(database, userId)
    if (!account || !isStaffRole(account.user.userType.name)) return
    const { user } = account
    const presentation = await brand()
    const { subject, sentence } = NOTICES[notice]
    if (!(await claimMessage(database, jobId))) return
    const mail = layOutMail(presentation, {
      to: { fullName: user.fullName, email: formerEmail ?? user.email },
      link: appUrl,
      subject: subject(presentation.productName),
      sentence,
      button: 'Open',
      notes: [
        ...(details === undefined ? [] : [details]),
        'If you expected this, there is nothing to do.',
        details === undefined
          ? 'If you did not, reset your password by “Forgot password” on the sign-in page and tell your administrator at once.'
          : 'If you did not, tell your administrator at once.',
      ],
    })
    const summary = `Mailed a notice to ${user.fullName}: ${notice.replaceAll('-', ' ')}`
    await sendAccountMail(context, jobId, { user, kind: 'notice', mail, summary })
  },
})
