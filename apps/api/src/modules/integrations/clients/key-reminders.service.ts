import { defineRecurringNotice, type NoticeContext } from '../../../core/notice.ts'
import { recordToldAdmins } from '../connections/connections.service.ts'
import { claimDueKey, findKeyNotice } from './key-reminders.repository.ts'

export const SEND_CLIENT_KEY_NOTICE = 'send-client-key-notice'

export interface ClientKeyNoticeJob {
  id: number
  userId: number
  days: number
  /** Time of queueing, ISO 8601. */
  at: string
}

/** Tells Admins 30 and 7 days before the key of a client ends. */
export const createKeyReminderService = (context: NoticeContext) =>
  defineRecurringNotice<ClientKeyNoticeJob>(context, {
    task: SEND_CLIENT_KEY_NOTICE,
    about: 'the key of a connected system',
    every: {
      task: 'remind-of-client-keys',
      kind: 'upkeep',
      at: '25 * * * *',
      async next(tx, now) {
        const due = context.mailer.hasServer ? await claimDueKey(tx, now) : undefined
        if (!due) return undefined
        const { id, name, days } = due
        const what = `The key of the connection ${name} ends in at most ${days} days`
        return {
          userIds: await recordToldAdmins(tx, due, what),
          payload: { id, days, at: now.toISOString() },
        }
      },
    },
    async read({ id, userId, days, at }) {
      const { database, clock } = context
      const notice = await findKeyNotice(database, { id, userId, days, now: clock.now() })
      if (!notice) return undefined
      const { name, labId, labName, daysLeft } = notice
      const time = daysLeft === 1 ? '1 day' : `${daysLeft} days`
      return {
        id: `client-key-${id}-${days}-${userId}-${Date.parse(at)}`,
        to: notice,
        path: `/user/labs/${labId}`,
        subject: `The key of ${name} ends in ${time}`,
        sentence: `${labName}: the system ${name} can read reports with its key for ${time} more. Renew the key, and give the new one to the operators of the system.`,
        button: 'Open the Lab',
        notes: ['Admins get this message 30 and 7 days before the key of a connected system ends.'],
      }
    },
  })
