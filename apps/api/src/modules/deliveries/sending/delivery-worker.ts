import { setTimeout as sleep } from 'node:timers/promises'
import type { SendChannel } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { createSingleRun } from '../../../core/single-run.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { createAnnouncer } from './announcements.ts'
import { endStoppedDeliveries, findDueDeliveries } from './delivery-queue.repository.ts'
import { createHoldRelease } from './holds.ts'
import { createDeliverySender, recordNotSent } from './send-delivery.ts'
import type { DeliveryContextReader } from './delivery-context.ts'
import { enqueueSending, enqueueSmsSending } from './send-job.ts'

const BATCH = 50
/** Concurrent messages per process and channel, each over its own connection. */
const PARALLEL = 3
/** Leaves processor time to the staff during large batches. */
const PAUSE_MS = 100
/** A longer run enqueues another one, so that other jobs get their turn. */
const RUN_LIMIT_MS = 20_000

export const createDeliveryWorker = (
  options: Pick<
    Context,
    'database' | 'clock' | 'timeZone' | 'mailer' | 'smsGateway' | 'brand' | 'publicUrl' | 'reportFailure'
  > & {
    deliveryContext: DeliveryContextReader
    runLimitMs?: number
  },
) => {
  const { database } = options
  const releaseHeld = createHoldRelease(options)
  const announcer = createAnnouncer(options)
  const sendDelivery = createDeliverySender(options)
  let isStopping = false

  const endStopped = async () => {
    for (;;) {
      const ended = await database.transaction(async (tx) => {
        const stopped = await endStoppedDeliveries(tx, BATCH)
        for (const delivery of stopped)
          await recordNotSent(tx, delivery, { state: 'unconfirmed', failure: 'stopped-while-sending' })
        return stopped.length
      })
      if (ended < BATCH) return
    }
  }

  const announceAll = async (hasTime: () => boolean, failures: unknown[]) => {
    const failed: number[] = []
    while (hasTime()) {
      const outcome = await announcer.announceNext(failed)
      if (!outcome) return
      if (outcome.error === undefined) continue
      failed.push(outcome.id)
      failures.push(outcome.error)
    }
  }

  const sendAll = async (channel: SendChannel, hasTime: () => boolean, failures: unknown[]) => {
    // Failed messages and those of other processes wait for the next run.
    const handled: number[] = []
    for (;;) {
      const due = await findDueDeliveries(database, { channel, limit: BATCH, except: handled })
      if (due.length === 0) return
      handled.push(...due.map(({ id }) => id))
      const sendNext = async () => {
        for (let next = due.shift(); next && hasTime(); next = due.shift()) {
          await sendDelivery(next).catch((error: unknown) => failures.push(error))
          if (due.length > 0) await sleep(PAUSE_MS)
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, sendNext))
      if (!hasTime()) return
    }
  }

  const enqueueDueSms = async () => {
    const due = await findDueDeliveries(database, { channel: 'sms', limit: 1, except: [] })
    if (due.length > 0) await enqueueSmsSending(database)
  }

  const createRun = (
    work: (hasTime: () => boolean, failures: unknown[]) => Promise<void>,
    enqueue: (tx: Queryable) => Promise<void>,
  ) =>
    createSingleRun(async (wasCalled) => {
      const deadline = Date.now() + (options.runLimitMs ?? RUN_LIMIT_MS)
      const failures: unknown[] = []
      const hasTime = () => !isStopping && Date.now() < deadline
      do await work(hasTime, failures)
      while (wasCalled() && hasTime())
      if (!hasTime()) await enqueue(database)
      // Thrown at the end, so that a failure does not block the others. The job is retried.
      if (failures.length > 0) throw failures[0]
    })

  const sendEmails = createRun(async (hasTime, failures) => {
    await endStopped()
    await releaseHeld(hasTime)
    await announceAll(hasTime, failures)
    await enqueueDueSms()
    await sendAll('email', hasTime, failures)
  }, enqueueSending)

  return {
    /** Queues due SMS and sends the emails. During a run, new SMS are queued at once and new emails sent by that run. */
    async run(): Promise<void> {
      await enqueueDueSms()
      await sendEmails()
    },
    /** The same for SMS. */
    runSms: createRun((hasTime, failures) => sendAll('sms', hasTime, failures), enqueueSmsSending),
    /** Finishes running messages. Another process or the next start sends the rest. */
    stop(): void {
      isStopping = true
    },
  }
}
