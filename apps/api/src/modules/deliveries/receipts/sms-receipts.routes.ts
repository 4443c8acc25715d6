import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound, unauthenticated } from '../../../core/app-error.ts'
import { serve } from '../../../http/serve.ts'
import type { SmsReceiptService } from './sms-receipts.service.ts'

const LIMIT_BYTES = 8 * 1024

const fieldsIn = (text: string, contentType = ''): unknown => {
  if (contentType.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('INVALID', 'UNREADABLE_REQUEST')
  }
}

/** The signature covers the raw bytes, so the body is parsed only after the check. */
export const smsReceiptRoutes = async (
  app: FastifyInstance,
  { smsReceipts }: { smsReceipts: SmsReceiptService },
): Promise<void> => {
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', async (request) => {
      if (!smsReceipts.isSetUp) throw notFound('SMS_RECEIPTS_NOT_SET_UP')
      await smsReceipts.limit(request.ip)
    })
    scope.addHook('preValidation', async (request) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!smsReceipts.isSigned(bytes, request.headers['x-signature'])) {
        await smsReceipts.limitWrong(request.ip)
        throw unauthenticated('SIGNATURE_REQUIRED')
      }
      request.body = fieldsIn(bytes.toString('utf8'), request.headers['content-type'])
    })
    serve(scope, contract.deliveries.receiveSmsReceipt, ({ body }) => smsReceipts.receive(body))
    done()
  })
}
