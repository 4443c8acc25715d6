import type { PaymentOfVisit, VisitPaymentOutcome } from '@zelab/contract'
import { workOnEach } from '../../core/bulk.ts'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { VisitService } from './visits.service.ts'

export const createVisitPaymentService = ({
  reportFailure,
  visits,
}: Pick<Context, 'reportFailure'> & { visits: Pick<VisitService, 'find' | 'update'> }) => ({
  async setPayments(
    caller: Caller,
    items: readonly PaymentOfVisit[],
    signal: AbortSignal,
  ): Promise<VisitPaymentOutcome[]> {
    const outcomes = await workOnEach(
      items,
      async ({ id, ...fields }) => {
        const visit = await visits.find(caller, id)
        return visit.payment === fields.payment ? visit : visits.update(caller, id, fields)
      },
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
