import {
  todayIn,
  VISIT_COUNT_LIMIT,
  VISIT_LISTS,
  type AwaitedVisit,
  type Pagination,
  type PatientVisits,
  type VisitList,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import { readTotalledPage } from '../../core/pagination.ts'
import {
  countAwaitedVisits,
  findAwaitedVisits,
  findPatientVisits,
  findUnpaidVisits,
} from './awaited-visits.repository.ts'

/** Visit lists of the front desk. */
export const createAwaitedVisitService = ({
  database,
  clock,
  timeZone,
}: Pick<Context, 'database' | 'clock' | 'timeZone'>) => {
  const listOfDay = async (list: VisitList | 'due') => {
    const [now, zone] = [clock.now(), await timeZone()]
    return { list, now, today: todayIn(zone, now), timeZone: zone }
  }

  return {
    async listAwaited(
      caller: Caller,
      { list, ...query }: { page: number; limit: number; list: VisitList | 'due' },
    ): Promise<{ data: AwaitedVisit[]; pagination: Pagination }> {
      const [scope, wanted] = [labScopeOf(caller), await listOfDay(list)]
      return readTotalledPage(
        query,
        () => countAwaitedVisits(scope, database, wanted),
        (page) => findAwaitedVisits(scope, database, wanted, page),
        VISIT_COUNT_LIMIT,
      )
    },

    async countAwaited(caller: Caller): Promise<Record<VisitList, number>> {
      const counts = await Promise.all(
        VISIT_LISTS.map(async (list) => {
          const wanted = await listOfDay(list)
          const count = await countAwaitedVisits(labScopeOf(caller), database, wanted)
          return [list, Math.min(count, VISIT_COUNT_LIMIT)] as const
        }),
      )
      return Object.fromEntries(counts) as Record<VisitList, number>
    },

    findUnpaid: (caller: Caller, limits: { limit: number; countLimit: number }) =>
      findUnpaidVisits(labScopeOf(caller), database, clock.now(), limits),

    listStates: (caller: Caller, patientIds: readonly number[]): Promise<PatientVisits[]> =>
      findPatientVisits(labScopeOf(caller), database, patientIds, clock.now()),
  }
}
export type AwaitedVisitService = ReturnType<typeof createAwaitedVisitService>
