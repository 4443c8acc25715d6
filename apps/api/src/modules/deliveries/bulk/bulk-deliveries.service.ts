import type { Outcome, PrintedReport, ResendResult } from '@zelab/contract'
import { callerForRecord, workOnEach } from '../../../core/bulk.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { DeliveryChangeService } from '../sending/delivery-changes.service.ts'
import type { SendingService } from '../sending/sending.service.ts'

export const createBulkDeliveryService = ({
  reportFailure,
  deliveryChanges,
  sending,
}: Pick<Context, 'reportFailure'> & {
  deliveryChanges: Pick<DeliveryChangeService, 'resend'>
  sending: Pick<SendingService, 'handOverPaper'>
}) => ({
  async resendMany(caller: Caller, ids: readonly number[], signal: AbortSignal): Promise<ResendResult[]> {
    const outcomes = await workOnEach(
      new Set(ids),
      (id) => deliveryChanges.resend(callerForRecord(caller, String(id)), id),
      { signal, reportFailure, what: 'messages could not be sent again' },
    )
    return outcomes.map(({ item: id, result, problem }) => ({
      id,
      delivery: result,
      refusal: problem && problem.code,
      refusalText: problem && problem.message,
    }))
  },

  async handOverPapers(
    caller: Caller,
    items: readonly PrintedReport[],
    signal: AbortSignal,
  ): Promise<Outcome[]> {
    const outcomes = await workOnEach(
      items,
      ({ id, version }) =>
        sending.handOverPaper(callerForRecord(caller, `${id} ${version}`), id, version, { isFirst: true }),
      { signal, reportFailure, what: 'papers could not be recorded as handed over' },
    )
    return outcomes.map(({ item, problem }) => ({ id: item.id, problem }))
  },
})
export type BulkDeliveryService = ReturnType<typeof createBulkDeliveryService>
