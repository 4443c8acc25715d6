import { hasLink, type DeliveryHold } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { insertDelivery, insertDeliveryEvent, type NewDelivery } from '../deliveries.repository.ts'
import { findHold, hasNotice, lockVisitOfReport, markHeld } from './holds.repository.ts'

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

/** For a queued message whose report has become held. */
export const holdQueued = async (
  tx: Queryable,
  { id, ...delivery }: QueuedDelivery & { id: number },
  hold: DeliveryHold,
): Promise<void> => {
  await markHeld(tx, id, hold)
  await insertDeliveryEvent(tx, id, { kind: 'held', detail: hold })
  await queueNotice(tx, delivery, hold)
}
