import { DELIVERY_COUNT_LIMIT, todayIn, type AgingOutPatient, type Pagination } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { readPage } from '../../../core/pagination.ts'
import { countAgingOut, findAgingOut } from './aging-out.repository.ts'

/** Guardians lose access when the patient becomes an adult. */
export const createAgingOutService = ({
  database,
  clock,
  timeZone,
}: Pick<Context, 'database' | 'clock' | 'timeZone'>) => {
  const today = async () => todayIn(await timeZone(), clock.now())
  return {
    async list(
      caller: Caller,
      page: { page: number; limit: number },
    ): Promise<{ data: AgingOutPatient[]; pagination: Pagination }> {
      const scope = labScopeOf(caller)
      const day = await today()
      return readPage(
        page,
        countAgingOut(scope, database, day),
        (rows) => findAgingOut(scope, database, day, rows),
        DELIVERY_COUNT_LIMIT,
      )
    },

    async countAgingOut(caller: Caller): Promise<number> {
      const count = await countAgingOut(labScopeOf(caller), database, await today())
      return Math.min(count, DELIVERY_COUNT_LIMIT)
    },
  }
}
export type AgingOutService = ReturnType<typeof createAgingOutService>
