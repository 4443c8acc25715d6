import type { InsightPeriod } from '@zelab/contract'
import { isPeriodTooLong } from '@zelab/contract/date-range'
import { localToday } from '../../lib/format.ts'
import { readOneOf, readPage, readPlainDate, readWholeNumber, searchReader } from '../../lib/search-params.ts'

/** Repeated here to keep the contract off the first download. */
export const PERIODS = ['7d', '30d', '12m', 'year'] as const satisfies readonly InsightPeriod[]

export const readInsightSearch = searchReader({
  period: (value) => readOneOf(value, PERIODS),
  // Custom range; overrides the named period.
  fromDate: readPlainDate,
  toDate: readPlainDate,
  labId: (value) => readWholeNumber(value),
  /** Of the unopened reports. */
  page: readPage,
})
export type InsightSearch = ReturnType<typeof readInsightSearch>

const STANDARD_PERIOD = '30d'

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
