import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { layOutMail } from '../../../platform/mail-layout.ts'
import { sendNotice } from '../../../platform/sent-messages.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { findActiveAdmins } from '../connections/connections.repository.ts'
import {
  claimFailureNotice,
  claimWithdrawalNotice,
  findNotice,
  type Receiver,
} from './receivers.repository.ts'

export const SEND_RECEIVER_NOTICE = 'send-receiver-notice'

const MOST_NOTICES = 1_000
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

const countOf = (people: readonly unknown[]) => `${people.length} ${people.length === 1 ? 'Admin' : 'Admins'}`

/** Tells Admins about receivers that do not work. */
export const createReceiverNoticeService = ({
  database,
  clock,
  mailer,
  appUrl,
  brand,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'mailer' | 'appUrl' | 'brand' | 'reportFailure'>) => {
  const tell = async (
    tx: Queryable,
    { id, labId }: Pick<Receiver, 'id' | 'labId'>,
    job: Pick<ReceiverNoticeJob, 'hours' | 'reportId'>,
    what: string,
  ): Promise<void> => {
    const admins = await findActiveAdmins(tx)
    const at = clock.now().toISOString()
    for (const userId of admins)
      await enqueueJob(tx, SEND_RECEIVER_NOTICE, { id, userId, at, ...job } satisfies ReceiverNoticeJob)
    await recordActivity(tx, 'system', {
      action: 'integration.change',
      object: { type: 'integration', id },
      labId,
      summary: `${what}: told ${countOf(admins)}`,
    })
  }

  const tellNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const due = await claimFailureNotice(tx, clock.now())
      if (!due) return false
      const time = due.hours === 1 ? '1 hour' : `${due.hours} hours`
      await tell(tx, due, { hours: due.hours }, `${due.name} has not accepted reports for ${time}`)
      return true
    })

  return {
    /** After 1 and 24 hours. */
    async tellFailing(): Promise<void> {
      for (let told = 0; told < MOST_NOTICES; told++) if (!(await tellNext())) return
    },

    tellGone: (tx: Queryable, receiver: Pick<Receiver, 'id' | 'labId' | 'name'>): Promise<void> =>
      tell(tx, receiver, { hours: null }, `${receiver.name} answered 410 Gone and was paused`),

    /** At most once a day for each receiver: each one is listed with its report. */
    async tellRefusedWithdrawal(
      tx: Queryable,
      receiver: Pick<Receiver, 'id' | 'labId' | 'name'>,
      reportId: number,
    ): Promise<void> {
      const now = clock.now()
      const since = new Date(now.getTime() - DAY_MS)
      if (await claimWithdrawalNotice(tx, { id: receiver.id, now, since }))
        await tell(
          ...([tx, receiver, { hours: null, reportId }] as const),
          `${receiver.name} did not accept that report #${reportId} no longer holds`,
        )
    },

    /** Never sends a message again that may have been accepted. */
    async send({ id, userId, hours, at, reportId }: ReceiverNoticeJob): Promise<void> {
      const notice = await findNotice(database, id, userId)
      if (!notice) return
      const { receiverName, labName, labId, fullName, email, failure } = notice
      const isWithdrawal = reportId !== undefined
      const messageId = `receiver-${id}-${userId}-${Date.parse(at)}`
      const mail = layOutMail(await brand(), {
        to: email,
        link: isWithdrawal
          ? `${appUrl}/user/reports/view/${reportId}`
          : `${appUrl}/user/labs/${labId}?tab=integrations`,
        subject: isWithdrawal
          ? `${receiverName} may still show a withdrawn report of ${labName}`
          : `${receiverName} does not receive reports of ${labName}`,
        greeting: `Hello ${fullName},`,
        sentence: isWithdrawal
          ? `${receiverName} did not accept that report #${reportId} was withdrawn, suspended or taken from it. Call the recipient, then mark it as removed on the page of the report, or send it again.`
          : hours === null
            ? `${receiverName} answered that it no longer exists. The connection was paused, and changes of reports wait.`
            : `${receiverName} has not accepted changes of reports for ${hours === 1 ? 'an hour' : `${hours} hours`}. They wait, and are sent as soon as it works.`,
        button: isWithdrawal ? 'Open the Report' : 'Open the Lab',
        notes: hours === null || failure === null ? [] : [`Last failure: ${failure}`],
      })
      await sendNotice({ database, mailer, reportFailure }, { id: messageId, ...mail }, 'a connected system')
    },
  }
}
export type ReceiverNoticeService = ReturnType<typeof createReceiverNoticeService>
