import type { PaymentOfVisit, VisitPaymentOutcome } from '@zelab/contract'
import { callerForRecord, workOnEach } from '../../core/bulk.ts'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { VisitService } from './visits.service.ts'

export const createVisitPaymentService = ({
  reportFailure,
  visits,
}: Pick<Context, 'reportFailure'> & { visits: Pick<VisitService, 'update'> }) => ({
  async setPayments(
    caller: Caller,
    items: readonly PaymentOfVisit[],
    signal: AbortSignal,
  ): Promise<VisitPaymentOutcome[]> {
    const outcomes = await workOnEach(
      items,
      ({ id, ...fields }) => visits.update(callerForRecord(caller, `${id} ${fields.payment}`), id, fields),
      { signal, reportFailure, what: 'payments could not be set' },
    )
    return outcomes.map(({ item: { id }, result, problem }) => ({
      id,
      updatedAt: result && result.updatedAt,
      problem,
    }))
  },
})
export type VisitPaymentService = ReturnType<typeof createVisitPaymentService>
