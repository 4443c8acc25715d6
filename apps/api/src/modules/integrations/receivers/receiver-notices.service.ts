import { EVERY_MINUTE } from '../../../core/module.ts'
import { defineRecurringNotice, type NoticeContext } from '../../../core/notice.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordToldAdmins } from '../connections/connections.service.ts'
import {
  claimFailureNotice,
  claimWithdrawalNotice,
  findNotice,
  type Receiver,
} from './receivers.repository.ts'

const DAY_MS = 86_400_000

export interface ReceiverNoticeJob {
  id: number
  userId: number
  /** Null after the receiver answered that it is gone. */
  hours: number | null
  /** ISO 8601. */
  at: string
  /** Set after the receiver did not accept its withdrawal, suspension or removal. */
  reportId?: number
}

/** Tells Admins about receivers that do not work. */
export const createReceiverNoticeService = (context: NoticeContext) => {
  const { database, clock } = context
  const notice = defineRecurringNotice<ReceiverNoticeJob>(context, {
    task: 'send-receiver-notice',
    about: 'a connected system',
    every: {
      task: 'tell-about-receivers',
      kind: 'messages',
      at: EVERY_MINUTE,
      /** After 1 and 24 hours. */
      async next(tx, now) {
        const due = await claimFailureNotice(tx, now)
        if (!due) return undefined
        const { id, name, hours } = due
        const what = `${name} has not accepted reports for ${hours === 1 ? '1 hour' : `${hours} hours`}`
        return {
          userIds: await recordToldAdmins(tx, due, what),
          payload: { id, hours, at: now.toISOString() },
        }
      },
    },
    async read({ id, userId, hours, at, reportId }) {
      const found = await findNotice(database, id, userId)
      if (!found) return undefined
      const { receiverName, labName, labId, failure } = found
      const mail = { id: `receiver-${id}-${userId}-${Date.parse(at)}`, to: found }
      if (reportId !== undefined)
        return {
          ...mail,
          path: `/user/reports/view/${reportId}`,
          subject: `${receiverName} may still show a withdrawn report of ${labName}`,
          sentence: `${receiverName} did not accept that report #${reportId} was withdrawn, suspended or taken from it. Call the recipient, then mark it as removed on the page of the report, or send it again.`,
          button: 'Open the Report',
          notes: [],
        }
      return {
        ...mail,
        path: `/user/labs/${labId}?tab=integrations`,
        subject: `${receiverName} does not receive reports of ${labName}`,
        sentence:
          hours === null
            ? `${receiverName} answered that it no longer exists. The connection was paused, and changes of reports wait.`
            : `${receiverName} has not accepted changes of reports for ${hours === 1 ? 'an hour' : `${hours} hours`}. They wait, and are sent as soon as it works.`,
        button: 'Open the Lab',
        notes: hours === null || failure === null ? [] : [`Last failure: ${failure}`],
      }
    },
  })
  const tell = async (
    tx: Queryable,
    { id, labId, name }: Pick<Receiver, 'id' | 'labId' | 'name'>,
    what: string,
    report: Pick<ReceiverNoticeJob, 'reportId'> = {},
  ): Promise<void> => {
    const admins = await recordToldAdmins(tx, { id, labId }, `${name} ${what}`)
    await notice.queue(tx, admins, { id, hours: null, at: clock.now().toISOString(), ...report })
  }
  return {
    ...notice,

    tellGone: (tx: Queryable, receiver: Pick<Receiver, 'id' | 'labId' | 'name'>): Promise<void> =>
      tell(tx, receiver, 'answered 410 Gone and was paused'),

    /** At most once a day for each receiver: each one is listed with its report. */
    async tellRefusedWithdrawal(
      tx: Queryable,
      receiver: Pick<Receiver, 'id' | 'labId' | 'name'>,
      reportId: number,
    ): Promise<void> {
      const now = clock.now()
      const since = new Date(now.getTime() - DAY_MS)
      if (await claimWithdrawalNotice(tx, { id: receiver.id, now, since }))
        await tell(tx, receiver, `did not accept that report #${reportId} no longer holds`, { reportId })
    },
  }
}
export type ReceiverNoticeService = ReturnType<typeof createReceiverNoticeService>
