import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { layOutMail } from '../../platform/mail-layout.ts'
import { refusedForGood, UnconfirmedMailError } from '../../platform/mailer.ts'
import { SmsRefusedError, UnconfirmedSmsError } from '../../platform/sms-gateway.ts'
import { recordActivity, type NewActivity } from '../activity/activity.service.ts'
import { senderOf } from '../deliveries/message-templates/message.ts'
import {
  cancelQueuedNotices,
  countOutcomes,
  findQueuedNotice,
  findStoppedNotices,
  findSubjectOfNotice,
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
  type Escalated,
  type EscalatedId,
} from './escalation.repository.ts'

export const SEND_CRITICAL_NOTICE = 'send-critical-notice'
export const SEND_CRITICAL_SMS = 'send-critical-sms'

export interface CriticalNoticeJob {
  noticeId: number
}

const MINUTE_MS = 60_000

/** Without health data, because a locked phone shows it. An unreleased report is not described at all. */
const sentenceOf = ({ kind, reportId, labName, flaggedAt }: EscalationNotice, now: Date) => {
  if (reportId !== null)
    return `${labName}: the critical result of report #${reportId} has not been read back. Please open the system.`
  const minutes = Math.floor((now.getTime() - Date.parse(flaggedAt)) / MINUTE_MS)
  if (kind === 'item')
    return `Nobody has opened a critical result in the inbox of ${labName} for ${minutes} minutes. Please open the system.`
  return `A critical result in ${labName} has been open for ${minutes} minutes. Please open the system.`
}

/** Admins do not see unreleased reports, only the contacts of the lab. */
const pathOf = ({ kind, subjectId, reportId, unreleasedId, labId, isAdmin }: EscalationNotice): string => {
  if (kind === 'item') return `/user/inbox/${subjectId}`
  if (reportId !== null) return `/user/reports/view/${reportId}`
  return isAdmin ? `/user/labs/${labId}?tab=critical` : `/user/release/${unreleasedId}`
}

const nameOf = ({ kind, id, reportId, unreleasedId }: Escalated): string => {
  if (kind === 'item') return `inbox item #${id}`
  return reportId === null ? `report A-${unreleasedId}` : `report #${reportId}`
}

const objectOf = ({ kind, reportId, patientId, labId }: Escalated): NonNullable<NewActivity['object']> => {
  if (kind === 'item') return { type: 'lab', id: labId }
  return reportId === null ? { type: 'patient', id: patientId ?? 0 } : { type: 'report', id: reportId }
}

const buttonOf = ({ kind, reportId, isAdmin }: EscalationNotice): string => {
  if (kind === 'item') return 'Open the Inbox'
  return reportId === null && isAdmin ? 'Open the Lab' : 'Open the Report'
}

/** Undefined for failures after which the message is sent again. */
const endOf = (error: unknown): NoticeState | undefined => {
  if (error instanceof UnconfirmedMailError || error instanceof UnconfirmedSmsError) return 'unconfirmed'
  return error instanceof SmsRefusedError || refusedForGood(error) !== undefined ? 'refused' : undefined
}

export const createEscalationService = ({
  database,
  clock,
  mailer,
  smsGateway,
  appUrl,
  brand,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'mailer' | 'smsGateway' | 'appUrl' | 'brand' | 'reportFailure'>) => {
  /** Call when all messages of the step have an outcome. Needs the lock of the result or item. */
  const recordStep = async (tx: Queryable, escalated: Escalated, step: number): Promise<void> => {
    const { all, accepted, unsettled } = await countOutcomes(tx, escalated, step)
    if (unsettled > 0) return
    await recordActivity(tx, 'system', {
      action: 'critical.escalate',
      object: objectOf(escalated),
      labId: escalated.labId,
      summary: `Escalated critical ${nameOf(escalated)}, step ${step}: ${
        all === 0
          ? 'nobody could be told'
          : `${accepted} of ${all} ${all === 1 ? 'message' : 'messages'} accepted`
      }`,
    })
  }

  /** Records the step with its messages, so that each is queued exactly once. */
  const escalateNext = (
    except: readonly EscalatedId[],
    onLocked: (due: EscalatedId) => void,
  ): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const due = await lockNextEscalation(tx, now, except)
      if (!due) return false
      onLocked(due)
      const flagged = { at: new Date(due.flaggedAt), targetMinutes: due.targetMinutes }
      const reached = Math.max(dueStep(flagged, now), 1)
      // A restarted clock continues the step numbers.
      const step = Math.max(reached, due.escalations + 1)
      await updateEscalation(tx, due, { step, nextAt: escalationAt(flagged, reached + 1) })
      for (const canceled of await cancelQueuedNotices(tx, due)) await recordStep(tx, due, canceled)
      const contacts = await findEscalationContacts(tx, due, {
        mail: mailer.hasServer,
        sms: smsGateway.hasGateway,
      })
      const silentSteps = await countSilentSteps(tx, due)
      for (const { id: userId, channels } of contactsOfStep(contacts, {
        isOverdue: reached > 1,
        silentSteps,
      }))
        for (const channel of channels) {
          const noticeId = await insertNotice(tx, due, { step, userId, channel })
          const task = channel === 'sms' ? SEND_CRITICAL_SMS : SEND_CRITICAL_NOTICE
          await enqueueJob(tx, task, { noticeId } satisfies CriticalNoticeJob)
        }
      // A step without messages ends here.
      await recordStep(tx, due, step)
      return true
    })

  const settle = (
    { id, kind, subjectId, step }: Pick<EscalationNotice, 'id' | 'kind' | 'subjectId' | 'step'>,
    to: NoticeState,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const escalated = await lockEscalated(tx, { kind, id: subjectId })
      if ((await markNotice(tx, id, { from: 'sending', to })) > 0) await recordStep(tx, escalated, step)
    })

  /** Undefined when it must not be sent, or may have been sent. */
  const prepare = (noticeId: number): Promise<EscalationNotice | undefined> =>
    database.transaction(async (tx) => {
      const subject = await findSubjectOfNotice(tx, noticeId)
      if (!subject) return undefined
      const escalated = await lockEscalated(tx, { kind: subject.kind, id: subject.subjectId })
      const notice = await findQueuedNotice(tx, noticeId)
      if (!notice) return undefined
      await markNotice(tx, noticeId, { from: 'queued', to: notice.isEnded ? 'canceled' : 'sending' })
      if (!notice.isEnded) return notice
      await recordStep(tx, escalated, notice.step)
      return undefined
    })

  const sendMail = async (notice: EscalationNotice, id: string) => {
    const presentation = await brand()
    const { reportId } = notice
    await mailer.send({
      id,
      ...layOutMail(presentation, {
        to: notice,
        link: `${appUrl}${pathOf(notice)}`,
        subject: reportId === null ? 'Critical result' : `Critical result: report #${reportId}`,
        sentence: sentenceOf(notice, clock.now()),
        button: buttonOf(notice),
        notes: [
          notice.kind === 'item'
            ? 'Opening it ends these messages.'
            : 'Only a call that is read back closes it.',
        ],
      }),
    })
  }

  const sendNotice = (notice: EscalationNotice): Promise<void> => {
    const subject = notice.kind === 'item' ? `item-${notice.subjectId}` : notice.subjectId
    const id = `critical-${subject}-${notice.step}-${notice.userId}`
    if (notice.channel === 'email') return sendMail(notice, id)
    const sender = senderOf({ senderName: notice.senderName, name: notice.labName })
    return smsGateway.send({ id, to: notice.phone, text: sentenceOf(notice, clock.now()), sender })
  }

  const endStopped = async () => {
    for (const stopped of await findStoppedNotices(database)) await settle(stopped, 'unconfirmed')
  }

  return {
    /** One transaction per result or item: a failure is retried in the next run and does not block the others. */
    async run(): Promise<void> {
      const failed: EscalatedId[] = []
      const failures: unknown[] = []
      await endStopped().catch((error: unknown) => failures.push(error))
      for (;;) {
        let due: EscalatedId | undefined
        try {
          if (!(await escalateNext(failed, (locked) => (due = locked)))) break
        } catch (error) {
          failures.push(error)
          if (!due) break
          failed.push(due)
        }
      }
      if (failures.length > 0) throw failures[0]
    },

    /** Never sends a message again that may have been accepted. The job retries other failures. */
    async send({ noticeId }: CriticalNoticeJob): Promise<void> {
      const notice = await prepare(noticeId)
      if (!notice) return
      try {
        await sendNotice(notice)
      } catch (error) {
        reportFailure(error, 'a message about a critical result could not be sent')
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
