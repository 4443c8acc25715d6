import type { InsightPeriod } from '@zelab/contract'
import { isPeriodTooLong } from '@zelab/contract/date-range'
import { localToday } from '../../lib/format.ts'
import type { InsightSearch } from './insight-search.ts'

const STANDARD_PERIOD = '30d'

/** Another period or lab starts at the first page of what is unopened. */
export const withChange = (search: InsightSearch, change: Omit<InsightSearch, 'page'>): InsightSearch => ({
  ...search,
  ...change,
  page: undefined,
})

/** The named period that is looked at; none where days of one's own are. */
export const periodOf = ({ period, fromDate, toDate }: InsightSearch): InsightPeriod | undefined =>
  fromDate || toDate ? undefined : (period ?? STANDARD_PERIOD)

/** Whether the days are more than the server lists; a period without an end is up to today. */
export const isTooLong = ({ fromDate, toDate }: InsightSearch): boolean =>
  fromDate !== undefined && isPeriodTooLong(fromDate, toDate ?? localToday())

/** What every question of the page has in common. */
export const filtersOf = (search: InsightSearch) => ({
  period: periodOf(search),
  fromDate: search.fromDate,
  toDate: search.toDate,
  labId: search.labId,
})
