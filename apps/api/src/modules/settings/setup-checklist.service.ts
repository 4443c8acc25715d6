import { randomUUID } from 'node:crypto'
import type { SetupChecklist, RefusalCode } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { AppError, conflict } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import { layOutMail, type MailBrand } from '../../platform/mail-layout.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { readSetupChecklist } from './settings.repository.ts'

/** Each test email connects to the mail server. */
const TEST_MAIL_LIMIT = { perAccount: 5, perAddress: 20, windowMinutes: 10 } as const

/** Keyed by error codes of the mail library. The server's response is only logged, because it may name accounts. */
const MAIL_PROBLEMS: Record<string, RefusalCode> = {
  EAUTH: 'MAIL_SIGN_IN_REFUSED',
  ENOAUTH: 'MAIL_SIGN_IN_REFUSED',
  EENVELOPE: 'MAIL_ADDRESS_REFUSED',
  ECONNECTION: 'MAIL_SERVER_UNREACHABLE',
  ECONNREFUSED: 'MAIL_SERVER_UNREACHABLE',
  EDNS: 'MAIL_SERVER_UNREACHABLE',
  ESOCKET: 'MAIL_SERVER_UNREACHABLE',
  ETIMEDOUT: 'MAIL_SERVER_UNREACHABLE',
  ETLS: 'MAIL_SERVER_UNREACHABLE',
}

const problemOf = (error: unknown): RefusalCode => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return MAIL_PROBLEMS[code] ?? 'MAIL_REFUSED'
}

export const createSetupChecklistService = ({
  database,
  mailer,
  appUrl,
  brand,
  rateLimiter,
  reportFailure,
}: Pick<Context, 'database' | 'mailer' | 'appUrl' | 'brand' | 'rateLimiter' | 'reportFailure'>) => {
  const mailLimiter = rateLimiter('test-mail', TEST_MAIL_LIMIT)
  const read = (): Promise<SetupChecklist> => readSetupChecklist(database)

  const testMail = (presentation: MailBrand, to: Caller['user']) =>
    layOutMail(presentation, {
      to,
      link: appUrl,
      subject: `Test mail of ${presentation.productName}`,
      sentence: `${presentation.productName} can send mails: invitations and links for new passwords will arrive. It can be opened at:`,
      button: 'Open',
      notes: ['You asked for this mail under Settings. There is nothing to do.'],
    })

  return {
    read,

    async dismiss(caller: Caller): Promise<SetupChecklist> {
      await database.transaction((tx) =>
        recordActivity(tx, caller, { action: 'settings.first-steps', summary: 'Put the first steps away' }),
      )
      return read()
    },

    /** Sent without a job, because the user waits for the response of the mail server. */
    async sendTestMail(caller: Caller): Promise<SetupChecklist> {
      if (!mailer.hasServer) throw conflict('NO_MAIL_SERVER')
      await mailLimiter.attempt({ account: caller.user.email, address: caller.address })
      try {
        await mailer.send({ id: randomUUID(), ...testMail(await brand(), caller.user) })
      } catch (error) {
        reportFailure(error, 'a test email could not be sent')
        throw new AppError('UNAVAILABLE', problemOf(error))
      }
      await database.transaction((tx) =>
        recordActivity(tx, caller, { action: 'mail.test', summary: 'Sent a test mail to the own address' }),
      )
      return read()
    },
  }
}
export type SetupChecklistService = ReturnType<typeof createSetupChecklistService>
