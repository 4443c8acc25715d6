import { REFUSAL, type ResendResult } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { DeliveryChangeService } from '../sending/delivery-changes.service.ts'

const refused = (id: number, { code, message }: Pick<AppError, 'code' | 'message'>): ResendResult => ({
  id,
  delivery: null,
  refusal: code,
  refusalText: message,
})

const forMessage = (caller: Caller, id: number): Caller => {
  const { idempotencyKey } = caller
  return idempotencyKey
    ? { ...caller, idempotencyKey: { ...idempotencyKey, key: `${idempotencyKey.key} ${id}` } }
    : caller
}

/** Sends each message in its own transaction, so that a refusal or failure affects only one message. */
export const createBulkResendService = ({
  reportFailure,
  deliveryChanges,
}: Pick<Context, 'reportFailure'> & {
  deliveryChanges: Pick<DeliveryChangeService, 'resend'>
}) => ({
  async resendMany(caller: Caller, ids: readonly number[], signal: AbortSignal): Promise<ResendResult[]> {
    const results: ResendResult[] = []
    let limited: AppError | undefined
    for (const id of new Set(ids)) {
      signal.throwIfAborted()
      if (limited) {
        // Rate limited: further attempts would only extend the wait.
        results.push(refused(id, limited))
        continue
      }
      try {
        const delivery = await deliveryChanges.resend(forMessage(caller, id), id)
        results.push({ id, delivery, refusal: null, refusalText: null })
      } catch (error) {
        if (error instanceof AppError) {
          results.push(refused(id, error))
          if (error.kind === 'THROTTLED') limited = error
        } else {
          reportFailure(error, 'one of several messages could not be sent again')
          results.push(refused(id, { code: 'UNEXPECTED_ERROR', message: REFUSAL.UNEXPECTED_ERROR }))
        }
      }
    }
    return results
  },
})
export type BulkResendService = ReturnType<typeof createBulkResendService>
