import type { Context } from '../../../core/context.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { layOutMail } from '../../../platform/mail-layout.ts'
import { sendNotice } from '../../../platform/sent-messages.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { findActiveAdmins } from '../connections/connections.repository.ts'
import { findKeyNotice, lockNextDueKey, markReminded } from './key-reminders.repository.ts'

export const SEND_CLIENT_KEY_NOTICE = 'send-client-key-notice'

export interface ClientKeyNoticeJob {
  id: number
  userId: number
  days: number
  /** Time of queueing, ISO 8601. */
  at: string
}

/** Tells Admins 30 and 7 days before the key of a client ends. */
export const createKeyReminderService = ({
  database,
  clock,
  mailer,
  appUrl,
  brand,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'mailer' | 'appUrl' | 'brand' | 'reportFailure'>) => {
  const remindOfNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const due = await lockNextDueKey(tx, now)
      if (!due) return false
      const { id, labId, name, days } = due
      await markReminded(tx, id, days)
      const admins = await findActiveAdmins(tx)
      for (const userId of admins)
        await enqueueJob(tx, SEND_CLIENT_KEY_NOTICE, {
          ...{ id, userId, days, at: now.toISOString() },
        } satisfies ClientKeyNoticeJob)
      await recordActivity(tx, 'system', {
        action: 'integration.change',
        object: { type: 'integration', id },
        labId,
        summary: `The key of the connection ${name} ends in at most ${days} days: told ${admins.length} ${admins.length === 1 ? 'Admin' : 'Admins'}`,
      })
      return true
    })

  return {
    async run(): Promise<void> {
      if (mailer.hasServer) while (await remindOfNext());
    },

    /** Never sends a message again that may have been accepted. The job retries other failures. */
    async send({ id, userId, days, at }: ClientKeyNoticeJob): Promise<void> {
      const notice = await findKeyNotice(database, { id, userId, days, now: clock.now() })
      if (!notice) return
      const { name, labId, labName, daysLeft, fullName, email } = notice
      const messageId = `client-key-${id}-${days}-${userId}-${Date.parse(at)}`
      const time = daysLeft === 1 ? '1 day' : `${daysLeft} days`
      const mail = layOutMail(await brand(), {
        to: email,
        link: `${appUrl}/user/labs/${labId}`,
        subject: `The key of ${name} ends in ${time}`,
        greeting: `Hello ${fullName},`,
        sentence: `${labName}: the system ${name} can read reports with its key for ${time} more. Renew the key, and give the new one to the operators of the system.`,
        button: 'Open the Lab',
        notes: ['Admins get this message 30 and 7 days before the key of a connected system ends.'],
      })
      await sendNotice(
        { database, mailer, reportFailure },
        { id: messageId, ...mail },
        'the key of a connected system',
      )
    },
  }
}
