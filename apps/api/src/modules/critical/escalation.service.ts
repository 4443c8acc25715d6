import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { layOutMail, type MailBrand } from '../../platform/mail-layout.ts'
import { refusedForGood, UnconfirmedMailError, type Mailer } from '../../platform/mailer.ts'
import { SmsRefusedError, UnconfirmedSmsError, type SmsGateway } from '../../platform/sms-gateway.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { senderOf } from '../deliveries/message.ts'
import {
  cancelQueuedNotices,
  countOutcomes,
  findQueuedNotice,
  findResultOfNotice,
  findStoppedNotices,
  insertNotice,
  markNotice,
  type EscalationNotice,
  type NoticeState,
} from './critical-notices.repository.ts'
import { contactsOfStep } from './escalation-contacts.ts'
import { dueStep, escalationAt } from './escalation-steps.ts'
import {
  countSilentSteps,
  findEscalationContacts,
  lockEscalated,
  lockNextEscalation,
  readCriticalState,
  updateEscalation,
  type EscalatedResult,
} from './escalation.repository.ts'

export const SEND_CRITICAL_NOTICE = 'send-critical-notice'

export interface CriticalNoticeJob {
  noticeId: number
}

const MINUTE_MS = 60_000

/** Without health data: a locked phone shows it. Of a report that awaits release, nothing but that it is open. */
const sentenceOf = ({ reportId, labName, flaggedAt }: EscalationNotice, now: Date) => {
  if (reportId !== null)
    return `${labName}: the critical result of report #${reportId} has not been read back. Please open the system.`
  const minutes = Math.floor((now.getTime() - Date.parse(flaggedAt)) / MINUTE_MS)
  return `A critical result in ${labName} has been open for ${minutes} minutes. Please open the system.`
}

/** An Admin sees no report that awaits release, but who is named in the lab. */
const pathOf = ({ reportId, unreleasedId, labId, isAdmin }: EscalationNotice): string => {
  if (reportId !== null) return `/user/reports/view/${reportId}`
  return isAdmin ? `/user/labs/${labId}?tab=critical` : `/user/release/${unreleasedId}`
}

/** Undefined for failures after which the message is sent again. */
const endOf = (error: unknown): NoticeState | undefined => {
  if (error instanceof UnconfirmedMailError || error instanceof UnconfirmedSmsError) return 'unconfirmed'
  return error instanceof SmsRefusedError || refusedForGood(error) !== undefined ? 'refused' : undefined
}

interface Deps {
  database: Database
  clock: Clock
  mailer: Mailer
  smsGateway: SmsGateway
  appUrl: string
  brand: () => Promise<MailBrand>
  onFailure: (error: unknown) => void
}

export const createEscalationService = ({
  database,
  clock,
  mailer,
  smsGateway,
  appUrl,
  brand,
  onFailure,
}: Deps) => {
  /** Once all messages of the step have an outcome. Needs the lock of the result. */
  const recordStep = async (
    tx: Queryable,
    { id, reportId, unreleasedId, patientId, labId }: EscalatedResult,
    step: number,
  ): Promise<void> => {
    const { all, accepted, unsettled } = await countOutcomes(tx, { criticalId: id, step })
    if (unsettled > 0) return
    await recordActivity(tx, 'system', {
      action: 'critical.escalate',
      object: reportId === null ? { type: 'patient', id: patientId ?? 0 } : { type: 'report', id: reportId },
      labId,
      summary: `Escalated critical report ${reportId === null ? `A-${unreleasedId}` : `#${reportId}`}, step ${step}: ${
        all === 0
          ? 'nobody could be told'
          : `${accepted} of ${all} ${all === 1 ? 'message' : 'messages'} accepted`
      }`,
    })
  }

  /** Records the step with its messages, so that each is queued exactly once. */
  const escalateNext = (except: readonly number[], onLocked: (id: number) => void): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const due = await lockNextEscalation(tx, now, except)
      if (!due) return false
      onLocked(due.id)
      const flagged = { at: new Date(due.flaggedAt), targetMinutes: due.targetMinutes }
      const step = Math.max(dueStep(flagged, now), due.escalations + 1)
      await updateEscalation(tx, due.id, { step, nextAt: escalationAt(flagged, step + 1) })
      for (const canceled of await cancelQueuedNotices(tx, due.id)) await recordStep(tx, due, canceled)
      const contacts = await findEscalationContacts(tx, due, {
        mail: mailer.hasServer,
        sms: smsGateway.hasGateway,
      })
      const silentSteps = await countSilentSteps(tx, due.id)
      for (const { id: userId, channels } of contactsOfStep(contacts, { isOverdue: step > 1, silentSteps }))
        for (const channel of channels) {
          const noticeId = await insertNotice(tx, { criticalId: due.id, step, userId, channel })
          await enqueueJob(tx, SEND_CRITICAL_NOTICE, { noticeId } satisfies CriticalNoticeJob)
        }
      // A step without messages ends here.
      await recordStep(tx, due, step)
      return true
    })

  const settle = (
    { id, criticalId, step }: Pick<EscalationNotice, 'id' | 'criticalId' | 'step'>,
    to: NoticeState,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const result = await lockEscalated(tx, criticalId)
      if ((await markNotice(tx, id, { from: 'sending', to })) > 0) await recordStep(tx, result, step)
    })

  /** Undefined when it is not to be sent, or may have been sent. */
  const prepare = (noticeId: number): Promise<EscalationNotice | undefined> =>
    database.transaction(async (tx) => {
      const criticalId = await findResultOfNotice(tx, noticeId)
      if (criticalId === undefined) return undefined
      const result = await lockEscalated(tx, criticalId)
      const notice = await findQueuedNotice(tx, noticeId)
      if (!notice) return undefined
      await markNotice(tx, noticeId, { from: 'queued', to: notice.isEnded ? 'canceled' : 'sending' })
      if (!notice.isEnded) return notice
      await recordStep(tx, result, notice.step)
      return undefined
    })

  const sendMail = async (notice: EscalationNotice, id: string) => {
    const presentation = await brand()
    const { reportId } = notice
    await mailer.send({
      id,
      ...layOutMail(presentation, {
        to: notice.email,
        link: `${appUrl}${pathOf(notice)}`,
        subject: reportId === null ? 'Critical result' : `Critical result: report #${reportId}`,
        greeting: `Hello ${notice.fullName},`,
        sentence: sentenceOf(notice, clock.now()),
        button: reportId === null && notice.isAdmin ? 'Open the Lab' : 'Open the Report',
        notes: ['Only a call that was read back closes it.'],
      }),
    })
  }

  const sendNotice = (notice: EscalationNotice): Promise<void> => {
    const id = `critical-${notice.criticalId}-${notice.step}-${notice.userId}`
    if (notice.channel === 'email') return sendMail(notice, id)
    const sender = senderOf({ senderName: notice.senderName, name: notice.labName })
    return smsGateway.send({ id, to: notice.phone, text: sentenceOf(notice, clock.now()), sender })
  }

  const endStopped = async () => {
    for (const stopped of await findStoppedNotices(database)) await settle(stopped, 'unconfirmed')
  }

  return {
    /** Each result alone: one that fails is tried again in the next run, and does not block the others. */
    async run(): Promise<void> {
      const failed: number[] = []
      const failures: unknown[] = []
      await endStopped().catch((error: unknown) => failures.push(error))
      for (;;) {
        let id: number | undefined
        try {
          if (!(await escalateNext(failed, (locked) => (id = locked)))) break
        } catch (error) {
          failures.push(error)
          if (id === undefined) break
          failed.push(id)
        }
      }
      if (failures.length > 0) throw failures[0]
    },

    /** Repeats nothing that may have been accepted. Other failures are retried by the job. */
    async send({ noticeId }: CriticalNoticeJob): Promise<void> {
      const notice = await prepare(noticeId)
      if (!notice) return
      try {
        await sendNotice(notice)
      } catch (error) {
        onFailure(error)
        const end = endOf(error)
        if (end !== undefined) return settle(notice, end)
        const failure = notice.channel === 'sms' ? 'gateway' : 'mail-server'
        await markNotice(database, noticeId, { from: 'sending', to: 'queued', failure })
        throw error
      }
      await settle(notice, 'accepted')
    },

    state: (tx: Queryable) => readCriticalState(tx),
  }
}
