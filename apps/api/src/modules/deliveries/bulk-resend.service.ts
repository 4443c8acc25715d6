import type { ResendResult } from '@zelab/contract'
import { AppError } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { DeliveryChangeService } from './sending/delivery-changes.service.ts'

const refused = (id: number, { code, message }: AppError): ResendResult => ({
  id,
  delivery: null,
  refusal: code,
  refusalText: message,
})

/** Each message of a repeated request is recognized by a separate key. */
const forMessage = (caller: Caller, id: number): Caller => {
  const { idempotencyKey } = caller
  return idempotencyKey
    ? { ...caller, idempotencyKey: { ...idempotencyKey, key: `${idempotencyKey.key} ${id}` } }
    : caller
}

/** Sends several messages again, each in its transaction: a refusal concerns one message only. */
export const createBulkResendService = ({
  deliveryChanges,
}: {
  deliveryChanges: Pick<DeliveryChangeService, 'resend'>
}) => ({
  /** What happened to each message, in the given order. */
  async resendMany(caller: Caller, ids: readonly number[], signal: AbortSignal): Promise<ResendResult[]> {
    const results: ResendResult[] = []
    let limited: AppError | undefined
    for (const id of new Set(ids)) {
      signal.throwIfAborted()
      if (limited) {
        // Another attempt would only make the wait longer.
        results.push(refused(id, limited))
        continue
      }
      try {
        const delivery = await deliveryChanges.resend(forMessage(caller, id), id)
        results.push({ id, delivery, refusal: null, refusalText: null })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        results.push(refused(id, error))
        if (error.kind === 'THROTTLED') limited = error
      }
    }
    return results
  },
})
export type BulkResendService = ReturnType<typeof createBulkResendService>
