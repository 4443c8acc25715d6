import type { ReportGroup } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import {
  type Days,
  countNeverOpened,
  countPublished,
  countWithdrawn,
  findOwnOfDay,
  findReportsToReview,
} from './report-groups.repository.ts'

export const createReportGroupService = ({ database, timeZone }: Pick<Context, 'database' | 'timeZone'>) => ({
  publishedBy: async (caller: Caller, day: string): Promise<ReportGroup> =>
    findOwnOfDay(labScopeOf(caller), database, { userId: caller.user.id, day }, await timeZone()),

  toReview: (caller: Caller, since: string, countLimit: number) =>
    findReportsToReview(labScopeOf(caller), database, { since, exceptBy: caller.user.id, countLimit }),

  /** @param limit counting stops there */
  countPublished: async (caller: Caller, days: Days, limit: number): Promise<number> =>
    countPublished(labScopeOf(caller), database, days, await timeZone(), limit),

  countNeverOpened: async (caller: Caller, days: Days, limit: number): Promise<number> =>
    countNeverOpened(labScopeOf(caller), database, days, await timeZone(), limit),

  countWithdrawn: async (caller: Caller, days: Days, limit: number): Promise<number> =>
    countWithdrawn(labScopeOf(caller), database, days, await timeZone(), limit),
})
export type ReportGroupService = ReturnType<typeof createReportGroupService>
