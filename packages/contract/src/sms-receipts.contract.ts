import { defineEndpoint, envelope } from './endpoint.ts'
import { textField } from './fields.ts'
import { z } from './zod.ts'

const RECEIPT_TEXT_LENGTH = 100
const receiptText = textField().check(z.maxLength(RECEIPT_TEXT_LENGTH))

export const smsReceiptEndpoints = {
  receiveSmsReceipt: defineEndpoint({
    method: 'POST',
    path: '/delivery/receipt',
    access: 'anyone',
    rateLimit: 'sms-receipt',
    isSigned: true,
    summary:
      'The SMS gateway reports whether a message arrived; signed with SMS_RECEIPT_SECRET in the header X-Signature',
    body: z.object({
      /** As the service sent it, `delivery-` and a number. */
      id: receiptText,
      /** Delivered, failed or one of their synonyms; others are ignored. */
      status: receiptText,
    }),
    response: envelope({}),
  }),
}
