import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { insertDeliveryEvent } from '../deliveries.repository.ts'
import { lockOpenSms, markDelivered, markNotDelivered } from './sms-receipts.repository.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

/** Compares in constant time. */
const isSigned = (secret: string, bytes: Buffer, signature: string | string[] | undefined): boolean => {
  const given = typeof signature === 'string' ? SIGNATURE.exec(signature)?.[1] : undefined
  if (given === undefined) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(bytes).digest())
}

const DELIVERED = new Set(['delivered', 'delivrd', 'success'])
const FAILED = new Set([
  'failed',
  'undelivered',
  'undeliv',
  'undeliverable',
  'rejected',
  'rejectd',
  'expired',
])

type Arrival = 'delivered' | 'failed'

const arrivalOf = (status: string): Arrival | undefined => {
  const word = status.trim().toLowerCase()
  if (DELIVERED.has(word)) return 'delivered'
  return FAILED.has(word) ? 'failed' : undefined
}

const deliveryIdOf = (id: string): number | undefined => {
  const digits = /^delivery-(\d{1,15})$/.exec(id.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const apply = async (tx: Queryable, id: number, arrival: Arrival): Promise<void> => {
  const sms = await lockOpenSms(tx, id)
  if (!sms) return
  if (arrival === 'delivered') {
    await markDelivered(tx, id)
    await insertDeliveryEvent(tx, id, { kind: 'delivered' })
    return
  }
  await markNotDelivered(tx, id)
  await insertDeliveryEvent(tx, id, { kind: 'failed', detail: 'not-delivered' })
  await recordActivity(tx, 'system', {
    action: 'delivery.fail',
    object: { type: 'report', id: sms.reportId },
    labId: sms.labId,
    summary: `Message ${id} about report #${sms.reportId} was not delivered: the SMS gateway reported that it did not arrive`,
  })
}

/** One gateway may send 50 delivery receipts a second. */
export const SMS_RECEIPT_LIMIT = { perAccount: 3000, perAddress: 3000, windowMinutes: 1 } as const
export const WRONG_SMS_RECEIPT_LIMIT = { perAccount: 30, perAddress: 30, windowMinutes: 10 } as const

export const createSmsReceiptService = ({
  database,
  rateLimiter,
  smsReceiptSecret,
}: Pick<Context, 'database' | 'rateLimiter' | 'smsReceiptSecret'>) => {
  const receiptLimiter = rateLimiter('sms-receipt', SMS_RECEIPT_LIMIT)
  const wrongLimiter = rateLimiter('sms-receipt-wrong', WRONG_SMS_RECEIPT_LIMIT)
  return {
    isSetUp: smsReceiptSecret !== undefined,

    limit: (address: string): Promise<void> => receiptLimiter.attempt({ address }),

    isSigned: (bytes: Buffer, signature: string | string[] | undefined): boolean =>
      smsReceiptSecret !== undefined && isSigned(smsReceiptSecret, bytes, signature),

    /** Limits wrong signatures per address. Valid receipts are still accepted. */
    limitWrong: (address: string): Promise<void> => wrongLimiter.attempt({ address }),

    /** Ignores unknown, repeated and late receipts, with the same answer. */
    async receive({ id, status }: { id: string; status: string }): Promise<void> {
      const deliveryId = deliveryIdOf(id)
      const arrival = arrivalOf(status)
      if (deliveryId === undefined || arrival === undefined) return
      await database.transaction((tx) => apply(tx, deliveryId, arrival))
    },
  }
}
export type SmsReceiptService = ReturnType<typeof createSmsReceiptService>
