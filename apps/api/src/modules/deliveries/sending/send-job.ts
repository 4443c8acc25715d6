import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'

/** Queued with every message, and every minute for retries, quiet hours and announcements. Sends emails. */
export const SEND_DELIVERIES = 'send-deliveries'

/** Queued by the other job for SMS that are due, which have a kind of their own: no email waits for a silent gateway. */
export const SEND_SMS_DELIVERIES = 'send-sms-deliveries'

export const enqueueSending = (tx: Queryable, requestId?: string): Promise<void> =>
  enqueueJob(tx, SEND_DELIVERIES, {}, requestId)

export const enqueueSmsSending = (tx: Queryable): Promise<void> => enqueueJob(tx, SEND_SMS_DELIVERIES, {})
