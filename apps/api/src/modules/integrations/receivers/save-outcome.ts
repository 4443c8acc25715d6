import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { makesCurrent } from './change-to-send.ts'
import type { Change } from './deliver.ts'
import type { Outcome } from './outcome.ts'
import type { ReceiverNoticeService } from './receiver-notices.service.ts'
import { pauseGone, setFailing, setWorking, type Receiver } from './receivers.repository.ts'
import { nextTryAt } from './retry-schedule.ts'
import { finishSending, insertRefusedAgain, saveAccepted } from './sendings.repository.ts'

const MOST_REFUSALS = 8
const REFUSALS_WITHIN_MS = 24 * 3_600_000
/** Different reports in a row, after which the receiver is at fault and not the report. */
const REFUSED_REPORTS = 3

/** True for a receiver that refused several reports and accepted none since. */
export const refusesAll = ({ refusedReports }: Pick<Receiver, 'refusedReports'>): boolean =>
  refusedReports.length >= REFUSED_REPORTS

export const createOutcomeStore = ({
  database,
  clock,
  receiverNotices,
}: Pick<Context, 'database' | 'clock'> & { receiverNotices: ReceiverNoticeService }) => {
  const saveDone = async (tx: Queryable, change: Change, answer: string) => {
    const { receiver, sending, type, version } = change
    const now = clock.now()
    const { id, reportId } = sending
    await finishSending(tx, id, { state: 'done', version, type, answer })
    const isCurrent = makesCurrent(type)
    await saveAccepted(tx, { receiverId: receiver.id, reportId, version, type, isCurrent, now })
    await setWorking(tx, { id: receiver.id, now, refusedReports: [] })
    await recordActivity(tx, 'system', {
      action: 'integration.send',
      object: { type: 'report', id: reportId },
      labId: receiver.labId,
      summary: `${receiver.name} accepted report #${reportId}, version ${version}: ${type}`,
    })
  }

  const saveFailed = async (
    tx: Queryable,
    { receiver, sending }: Change,
    { answer, retryAfterSeconds }: { answer: string; retryAfterSeconds?: number | undefined },
  ) => {
    const now = clock.now()
    await finishSending(tx, sending.id, { state: 'waiting', answer })
    await setFailing(tx, {
      ...{ id: receiver.id, answer, now, tries: receiver.tries, refusedReports: receiver.refusedReports },
      nextTryAt: nextTryAt(now, receiver.tries + 1, retryAfterSeconds),
    })
  }

  /** Nothing is given up, and reports that were are queued again. */
  const saveRefusingReceiver = async (tx: Queryable, change: Change, answer: string) => {
    const { receiver, sending, version, type } = change
    const now = clock.now()
    await finishSending(tx, sending.id, {
      ...{ state: 'waiting', version, type, answer, nextTryAt: now },
      firstRefusedAt: sending.firstRefusedAt === null ? now : new Date(sending.firstRefusedAt),
    })
    await setFailing(tx, {
      ...{ id: receiver.id, answer, now, tries: receiver.tries, refusedReports: receiver.refusedReports },
      nextTryAt: nextTryAt(now, receiver.tries + 1),
    })
    await insertRefusedAgain(tx, { receiverId: receiver.id, reportIds: receiver.refusedReports })
  }

  const saveRefused = async (tx: Queryable, change: Change, answer: string, isFinal: boolean) => {
    const { receiver, sending, type, version } = change
    const { reportId } = sending
    const now = clock.now()
    const first = sending.firstRefusedAt === null ? undefined : new Date(sending.firstRefusedAt)
    const isRepeated = first !== undefined && now.getTime() - first.getTime() <= REFUSALS_WITHIN_MS
    const tries = isRepeated ? sending.tries + 1 : 1
    const isRefused = isFinal || tries >= MOST_REFUSALS
    const state = await finishSending(tx, sending.id, {
      state: isRefused ? 'refused' : 'waiting',
      ...{ version, type, answer, tries },
      firstRefusedAt: isRepeated ? first : now,
      nextTryAt: nextTryAt(now, tries),
    })
    await setWorking(tx, { id: receiver.id, now, refusedReports: receiver.refusedReports })
    if (state !== 'refused') return
    await recordActivity(tx, 'system', {
      action: 'integration.refuse',
      object: { type: 'report', id: reportId },
      labId: receiver.labId,
      summary: `${receiver.name} refused report #${reportId}, version ${version}: ${type}`,
    })
    if (!makesCurrent(type)) await receiverNotices.tellRefusedWithdrawal(tx, receiver, reportId)
  }

  const saveGone = async (tx: Queryable, { receiver, sending }: Change, answer: string) => {
    await finishSending(tx, sending.id, { state: 'waiting', answer })
    if (await pauseGone(tx, receiver.id)) await receiverNotices.tellGone(tx, receiver)
  }

  /** Only the first refusal of a report counts: a repeated one says nothing new about the receiver. */
  const afterRefusal = (change: Change): Change => {
    const { receiver, sending } = change
    const { refusedReports } = receiver
    if (sending.firstRefusedAt !== null || refusesAll(receiver) || refusedReports.includes(sending.reportId))
      return change
    return { ...change, receiver: { ...receiver, refusedReports: [...refusedReports, sending.reportId] } }
  }

  /** @returns true if the next change can be sent */
  return async (change: Change, outcome: Outcome): Promise<boolean> =>
    database.transaction(async (tx) => {
      const { answer } = outcome
      if (outcome.kind === 'accepted') await saveDone(tx, change, answer)
      else if (outcome.kind === 'failed') await saveFailed(tx, change, outcome)
      else if (outcome.kind === 'gone') await saveGone(tx, change, answer)
      else {
        const refused = afterRefusal(change)
        if (!refusesAll(refused.receiver)) {
          await saveRefused(tx, refused, answer, outcome.isFinal)
          return true
        }
        await saveRefusingReceiver(tx, refused, answer)
      }
      return outcome.kind === 'accepted'
    })
}
