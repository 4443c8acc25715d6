import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'

export const SEND_DELIVERIES = 'send-deliveries'

/** Queues the sending of every due message, in the transaction that inserts one. */
export const enqueueSending = (tx: Queryable): Promise<void> => enqueueJob(tx, SEND_DELIVERIES, {})
