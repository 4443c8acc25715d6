import type { ChangeType } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { noteChange } from './backlog.repository.ts'
import { changeToSend, makesCurrent } from './change-to-send.ts'
import { createDelivery, type Change, type DeliveryContext } from './deliver.ts'
import type { Outcome } from './outcome.ts'
import type { ReceiverNoticeService } from './receiver-notices.service.ts'
import {
  enqueueReceiver,
  enqueueReceiversOf,
  findDueReceivers,
  findReceiver,
  lockChangesOfLab,
  type Receiver,
} from './receivers.repository.ts'
import { nextTryAt } from './retry-schedule.ts'
import { createOutcomeStore, refusesAll } from './save-outcome.ts'
import {
  claimNext,
  deleteOldSendings,
  findNextDue,
  finishSending,
  readSendingState,
  resetInterrupted,
  type Sending,
} from './sendings.repository.ts'
import { findSentState, type SentState } from './sent-reports.repository.ts'
import { createSlots } from './slots.ts'

const MOST_SENDINGS = 200
/** Then the job makes room for those of other receivers. */
const JOB_MS = 2_000
const COPY_WAIT_MS = 10 * 60_000
const COPY_PAUSE_MS = 5_000
const KEPT_MS = 90 * 24 * 3_600_000
const DELETE_BATCH = 5_000
const DELETE_BATCHES = 20
const MOST_DUE_RECEIVERS = 2_000
/** Until a receiver asks for a slot again. */
const SLOT_PAUSE_MS = 2_000

/** The event that was sent under the id of this change before. */
const keptEvent = ({ sentChange, sentType, sentVersion }: SentState, { changeSequence }: Sending) =>
  sentChange === changeSequence && sentType !== null && sentVersion !== null
    ? { type: sentType, version: sentVersion }
    : undefined

const typeOf = (state: SentState, sending: Sending, tried: ChangeType | null) =>
  changeToSend({
    ...state,
    accepted:
      state.wasCurrent === null
        ? undefined
        : {
            isCurrent: state.wasCurrent,
            isSuspended: state.acceptedType === 'report.suspended',
            isConfirmed: state.isConfirmed,
          },
    ...{ change: sending.change, tried },
  })

/** Sends changes of reports to receivers, in order, one at a time for each receiver. */
export const createSenderService = (
  context: DeliveryContext &
    Pick<Context, 'metrics' | 'reportFailure'> & {
      stampedFiles: { isPending: (fileName: string) => Promise<boolean> }
      receiverNotices: ReceiverNoticeService
    },
) => {
  const { database, clock, metrics, reportFailure, stampedFiles } = context
  const delivery = createDelivery(context)
  const saveOutcome = createOutcomeStore(context)
  const slots = createSlots()
  const stopping = new AbortController()

  const count = (outcome: string) => metrics.sendings.inc({ outcome })

  const supersede = async ({ id }: Sending) => {
    await finishSending(database, id, { state: 'superseded' })
    count('superseded')
  }

  const later = (sending: Sending, milliseconds: number) =>
    finishSending(database, sending.id, {
      state: 'waiting',
      nextTryAt: new Date(clock.now().getTime() + milliseconds),
    })

  const ageOf = ({ createdAt }: Sending) => clock.now().getTime() - Date.parse(createdAt)

  /** The copy that patients see is still to be made. */
  const waitsForCopy = async (sending: Sending, { fileName }: SentState): Promise<boolean> =>
    ageOf(sending) < COPY_WAIT_MS && (await stampedFiles.isPending(fileName))

  /** @returns true if the next change can be sent */
  const save = async (change: Change, outcome: Outcome): Promise<boolean> => {
    const goesOn = await saveOutcome(change, outcome)
    count(outcome.kind)
    return goesOn
  }

  /** Only this report waits, for example until its file can be read. */
  const putOff = async ({ sending }: Change, error: unknown): Promise<boolean> => {
    reportFailure(error, 'a report could not be prepared for a connected system')
    await later(sending, nextTryAt(clock.now(), 2).getTime() - clock.now().getTime())
    return true
  }

  const deliver = async (change: Change): Promise<boolean> => {
    const start = performance.now()
    try {
      const outcome = await delivery
        .send(change, stopping.signal)
        .finally(() => slots.noteTime(change.receiver.id, performance.now() - start))
      if (outcome !== 'overtaken') return await save(change, outcome)
      await supersede(change.sending)
      return true
    } catch (error) {
      if (stopping.signal.aborted) throw error
      if (error instanceof OutboundError) return save(change, { kind: 'failed', answer: error.message })
      return putOff(change, error)
    }
  }

  /** Notes a new change when the event contradicts the one that was sent under the id of this one. */
  const renew = async ({ labId }: Receiver, sending: Sending) => {
    await database.transaction(async (tx) => {
      await lockChangesOfLab(tx, labId)
      await finishSending(tx, sending.id, { state: 'superseded' })
      await noteChange(tx, sending.reportId, null)
    })
    count('superseded')
  }

  /** @returns false if nothing more can be sent now */
  const sendNext = async (id: number): Promise<boolean> => {
    const receiver = await findReceiver(database, id)
    const now = clock.now()
    if (receiver?.state !== 'active' || (receiver.nextTryAt !== null && new Date(receiver.nextTryAt) > now))
      return false
    const order = refusesAll(receiver) ? 'least-recent' : 'urgent'
    const sending = await claimNext(database, { receiverId: id, now, order })
    if (!sending) return false
    const state = await findSentState(database, receiver, sending)
    const kept = state && keptEvent(state, sending)
    const type = state && !state.hasNewer ? typeOf(state, sending, kept?.type ?? sending.type) : undefined
    if (!state || type === undefined) {
      await supersede(sending)
      return true
    }
    if (kept && kept.type !== type) {
      await renew(receiver, sending)
      return true
    }
    if (makesCurrent(type) && (await waitsForCopy(sending, state))) {
      // Many copies take long: asking for each of them every few seconds would keep the sender busy.
      const age = ageOf(sending)
      await later(sending, Math.max(COPY_PAUSE_MS, Math.min(age / 2, COPY_WAIT_MS - age)))
      return true
    }
    return deliver({ receiver, sending, type, version: kept?.version ?? state.version, state })
  }

  /** Queues the next job for the time when the next change is due. */
  const enqueueNext = async (id: number, isMoreDue: boolean): Promise<void> => {
    await database.transaction(async (tx) => {
      const receiver = await findReceiver(tx, id)
      if (receiver?.state !== 'active') return
      // A change that commits meanwhile must not be put off.
      await lockChangesOfLab(tx, receiver.labId)
      const now = clock.now()
      const pause = receiver.nextTryAt === null ? now : new Date(receiver.nextTryAt)
      const next = isMoreDue || pause > now ? now : await findNextDue(tx, id)
      if (next !== null) await enqueueReceiver(tx, id, new Date(next))
    })
  }

  const sendDue = async (id: number): Promise<void> => {
    await resetInterrupted(database, id)
    const start = performance.now()
    let isMoreDue = true
    for (let sent = 0; isMoreDue && sent < MOST_SENDINGS && performance.now() - start < JOB_MS; sent++) {
      if (stopping.signal.aborted) break
      isMoreDue = await sendNext(id)
    }
    await enqueueNext(id, isMoreDue)
  }

  return {
    async run({ id }: { id: number }): Promise<void> {
      const receiver = await findReceiver(database, id)
      if (!receiver) return
      const end = slots.take(receiver)
      if (!end) return enqueueReceiver(database, id, new Date(clock.now().getTime() + SLOT_PAUSE_MS))
      try {
        await sendDue(id)
      } finally {
        end()
      }
    },

    /** Changes that wait for the copy of a file are sent once it is made. */
    enqueueWithCopy: (fileName: string): Promise<void> => enqueueReceiversOf(database, fileName, clock.now()),

    /** In case a job was lost. Also deletes old changes. */
    async enqueueDue(): Promise<void> {
      const now = clock.now()
      for (const id of await findDueReceivers(database, now, MOST_DUE_RECEIVERS))
        await enqueueReceiver(database, id, now)
      const before = new Date(now.getTime() - KEPT_MS)
      for (let batch = 0; batch < DELETE_BATCHES; batch++)
        if ((await deleteOldSendings(database, before, DELETE_BATCH)) < DELETE_BATCH) break
    },

    sendTest: async (receiver: Receiver, id: string): Promise<Outcome> => {
      try {
        return await delivery.sendTest(receiver, id, stopping.signal)
      } catch (error) {
        if (error instanceof OutboundError) return { kind: 'failed', answer: error.message }
        throw error
      }
    },

    state: (tx: Queryable) => readSendingState(tx),

    stop: () => stopping.abort(new Error('The service stops')),
  }
}
export type SenderService = ReturnType<typeof createSenderService>
