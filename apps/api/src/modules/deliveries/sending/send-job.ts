import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'

/** Queued with every message, and every minute for retries, quiet hours and announcements. */
export const SEND_DELIVERIES = 'send-deliveries'

export const enqueueSending = (tx: Queryable, requestId?: string): Promise<void> =>
  enqueueJob(tx, SEND_DELIVERIES, {}, requestId)
