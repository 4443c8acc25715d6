import {
  CRITICAL_COUNT_LIMIT,
  todayIn,
  type CriticalCounts,
  type CriticalList,
  type CriticalTimes,
  type InsightQuery,
  type ListedCritical,
  type Pagination,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import { readTotalledPage } from '../../core/pagination.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import { periodOf } from '../insights/insight-period.ts'
import { recordActivity } from '../activity/activity.service.ts'
import {
  confirmRestored,
  countCritical,
  findCritical,
  findCriticalCounts,
  findCriticalTimes,
  isAnyLabUsingCritical,
} from './critical-lists.repository.ts'

export const createCriticalListService = ({
  database,
  readList,
  clock,
  timeZone,
  releaseWorklist,
}: Pick<Context, 'database' | 'readList' | 'clock' | 'timeZone'> & {
  releaseWorklist: Pick<ReleaseWorklist, 'readerOf'>
}) => ({
  /** From the primary, because a call that closes a result must be seen at once. */
  async list(
    caller: Caller,
    { list, ...query }: { list: CriticalList; page: number; limit: number },
  ): Promise<{ data: ListedCritical[]; pagination: Pagination }> {
    const reader = await releaseWorklist.readerOf(database, caller)
    return readTotalledPage(
      query,
      () => countCritical(reader, database, list),
      (page) => findCritical(reader, database, list, page),
      CRITICAL_COUNT_LIMIT,
    )
  },

  async count(caller: Caller): Promise<CriticalCounts> {
    const reader = await releaseWorklist.readerOf(database, caller)
    return findCriticalCounts(reader, database, clock.now())
  },

  /** Resumes escalation. Steps missed meanwhile become one message. */
  confirmRestored: (caller: Caller): Promise<number> =>
    database.transaction(async (tx) => {
      const confirmed = await confirmRestored(tx)
      if (confirmed > 0)
        await recordActivity(tx, caller, {
          action: 'critical.confirm-restored',
          summary: `Confirmed the escalation of ${confirmed} critical ${confirmed === 1 ? 'result' : 'results'} of the restored backup`,
        })
      return confirmed
    }),

  async times(caller: Caller, query: InsightQuery): Promise<CriticalTimes> {
    const own = labScopeOf(caller)
    const scope = own.everyLab && query.labId ? { everyLab: false as const, labId: query.labId } : own
    const zone = await timeZone()
    const now = clock.now()
    const period = periodOf(query, todayIn(zone, now))
    const reader = { ...(await releaseWorklist.readerOf(database, caller)), scope }
    // Period totals are read like those of other pages.
    const { open } = await findCriticalCounts(reader, database, now)
    return readList(caller, async (db) => ({
      open,
      isUsed: await isAnyLabUsingCritical(scope, db),
      ...(await findCriticalTimes(scope, db, { ...period, timeZone: zone, now })),
    }))
  },
})
export type CriticalListService = ReturnType<typeof createCriticalListService>
