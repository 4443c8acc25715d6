import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { layOutMail, type MailBrand } from '../../platform/mail-layout.ts'
import { refusedForGood, UnconfirmedMailError, type Mailer } from '../../platform/mailer.ts'
import { SmsRefusedError, UnconfirmedSmsError, type SmsGateway } from '../../platform/sms-gateway.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { senderOf } from '../deliveries/message.ts'
import { dueStep, escalationAt } from './escalation-steps.ts'
import {
  findEscalationContacts,
  findEscalationNotice,
  lockNextEscalation,
  updateEscalation,
  type EscalationNotice,
} from './escalation.repository.ts'

export const SEND_CRITICAL_NOTICE = 'send-critical-notice'

export interface CriticalNoticeJob {
  criticalId: number
  userId: number
  step: number
  channel: 'email' | 'sms'
}

const MINUTE_MS = 60_000

/** Without health data: a locked phone shows it. Of a report that awaits release, nothing but that it is open. */
const sentenceOf = ({ reportId, labName, flaggedAt }: EscalationNotice, now: Date) => {
  if (reportId !== null)
    return `${labName}: the critical result of report #${reportId} has not been read back. Please open the system.`
  const minutes = Math.floor((now.getTime() - Date.parse(flaggedAt)) / MINUTE_MS)
  return `A critical result in ${labName} has been open for ${minutes} minutes. Please open the system.`
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
  const channels = [
    ...(mailer.hasServer ? (['email'] as const) : []),
    ...(smsGateway.hasGateway ? (['sms'] as const) : []),
  ]

  /** Records the step with its messages, so that each is queued exactly once. */
  const escalateNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now()
      const due = await lockNextEscalation(tx, now)
      if (!due) return false
      const flagged = { at: new Date(due.flaggedAt), targetMinutes: due.targetMinutes }
      const step = Math.max(dueStep(flagged, now), due.escalations + 1)
      await updateEscalation(tx, due.id, { step, nextAt: escalationAt(flagged, step + 1) })
      const userIds = await findEscalationContacts(tx, due.labId, step > 1)
      for (const userId of userIds)
        for (const channel of channels)
          await enqueueJob(tx, SEND_CRITICAL_NOTICE, {
            ...{ criticalId: due.id, userId, step, channel },
          } satisfies CriticalNoticeJob)
      await recordActivity(tx, 'system', {
        action: 'critical.escalate',
        object:
          due.reportId === null
            ? { type: 'patient', id: due.patientId ?? 0 }
            : { type: 'report', id: due.reportId },
        labId: due.labId,
        summary: `Escalated critical report ${due.reportId === null ? `A-${due.unreleasedId}` : `#${due.reportId}`}, step ${step}: told ${userIds.length} ${userIds.length === 1 ? 'person' : 'people'}`,
      })
      return true
    })

  const sendMail = async (notice: EscalationNotice, id: string) => {
    const presentation = await brand()
    const { reportId, unreleasedId } = notice
    await mailer.send({
      id,
      ...layOutMail(presentation, {
        to: notice.email,
        link: `${appUrl}/user/${reportId === null ? `release/${unreleasedId}` : `reports/view/${reportId}`}`,
        subject: reportId === null ? 'Critical result' : `Critical result: report #${reportId}`,
        greeting: `Hello ${notice.fullName},`,
        sentence: sentenceOf(notice, clock.now()),
        button: 'Open the Report',
        notes: ['Only a call that was read back closes it.'],
      }),
    })
  }

  return {
    async run(): Promise<void> {
      while (await escalateNext());
    },

    /** Repeats nothing that may have been accepted. Other failures are retried by the job. */
    async send({ criticalId, userId, step, channel }: CriticalNoticeJob): Promise<void> {
      const notice = await findEscalationNotice(database, criticalId, userId)
      if (!notice) return
      const id = `critical-${criticalId}-${step}-${userId}`
      try {
        if (channel === 'email') return await sendMail(notice, id)
        const sender = senderOf({ senderName: notice.senderName, name: notice.labName })
        await smsGateway.send({ id, to: notice.phone, text: sentenceOf(notice, clock.now()), sender })
      } catch (error) {
        const isFinal =
          error instanceof UnconfirmedMailError ||
          error instanceof UnconfirmedSmsError ||
          error instanceof SmsRefusedError ||
          refusedForGood(error) !== undefined
        if (!isFinal) throw error
        onFailure(error)
      }
    },
  }
}
