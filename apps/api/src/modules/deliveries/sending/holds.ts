import { hasLink, type DeliveryHold } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { insertDelivery, insertDeliveryEvent, type NewDelivery } from '../deliveries.repository.ts'
import { findQuietEnd } from './announcements.repository.ts'
import {
  cancelRestored,
  dropAnnouncements,
  findHeld,
  findHold,
  findLabsWithRestored,
  hasNotice,
  lockEndedHolds,
  lockVisitOfReport,
  markHeld,
  queueHeld,
  queueRestored,
  releaseAnnouncements,
} from './holds.repository.ts'

/** Held messages that one statement reads. */
const HELD_AT_ONCE = 500

type QueuedDelivery = Omit<NewDelivery, 'state' | 'hold'>

/** Asks to contact the lab, once per contact and visit, unless the reason concerns only the lab. */
const queueNotice = async (tx: Queryable, held: QueuedDelivery, hold: DeliveryHold): Promise<void> => {
  if (hold !== 'unpaid') return
  await lockVisitOfReport(tx, held.reportId)
  if (await hasNotice(tx, held)) return
  await insertDelivery(tx, { ...held, purpose: 'contact-lab', requestedBy: null, state: 'queued' })
}

/** Queues a message; one with a link waits while its report is held. */
export const queueDelivery = async (tx: Queryable, delivery: QueuedDelivery): Promise<number> => {
  const hold = hasLink(delivery.purpose) ? await findHold(tx, delivery.reportId) : null
  if (hold === null) return insertDelivery(tx, { ...delivery, state: 'queued' })
  const id = await insertDelivery(tx, { ...delivery, state: 'held', hold })
  await insertDeliveryEvent(tx, id, { kind: 'held', detail: hold })
  await queueNotice(tx, delivery, hold)
  return id
}

/** Holds a queued message whose report is held by now. */
export const holdQueued = async (
  tx: Queryable,
  { id, ...delivery }: QueuedDelivery & { id: number },
  hold: DeliveryHold,
): Promise<void> => {
  await markHeld(tx, id, hold)
  await insertDeliveryEvent(tx, id, { kind: 'held', detail: hold })
  await queueNotice(tx, delivery, hold)
}

/** Queues messages whose hold ended, after the quiet hours of their lab. The sender checks each again. */
export const createHoldRelease = ({
  database,
  clock,
  timeZone,
}: Pick<Context, 'database' | 'clock' | 'timeZone'>) => {
  const release = async (ids: readonly number[]) => {
    const zone = await timeZone()
    await database.transaction(async (tx) => {
      const ended = await lockEndedHolds(tx, ids)
      const queue = (messages: typeof ended, dueAt?: string) =>
        queueHeld(
          tx,
          messages.map(({ id }) => id),
          dueAt,
        )
      await queue(ended.filter(({ isFree }) => !isFree))
      const free = ended.filter(({ isFree }) => isFree)
      for (const labId of new Set(free.map((one) => one.labId))) {
        const dueAt = await findQuietEnd(tx, { labId, now: clock.now(), timeZone: zone })
        await queue(
          free.filter((one) => one.labId === labId),
          dueAt,
        )
      }
    })
  }

  // A run without time for all continues here the next time.
  let checkedUpTo = 0
  return async (hasTime: () => boolean): Promise<void> => {
    while (hasTime()) {
      const ids = await findHeld(database, { after: checkedUpTo, limit: HELD_AT_ONCE })
      if (ids.length > 0) await release(ids)
      checkedUpTo = ids.length < HELD_AT_ONCE ? 0 : (ids.at(-1) ?? 0)
      if (checkedUpTo === 0) return
    }
  }
}

/** Messages that a restored installation holds: sends them after the quiet hours of their lab, or cancels them. */
export const createRestoredMessages = ({ clock, timeZone }: Pick<Context, 'clock' | 'timeZone'>) => ({
  async send(tx: Queryable): Promise<void> {
    const zone = await timeZone()
    for (const labId of await findLabsWithRestored(tx))
      await queueRestored(tx, labId, await findQuietEnd(tx, { labId, now: clock.now(), timeZone: zone }))
    await releaseAnnouncements(tx)
  },

  async discard(tx: Queryable): Promise<void> {
    await cancelRestored(tx)
    await dropAnnouncements(tx)
  },
})
export type RestoredMessages = ReturnType<typeof createRestoredMessages>
