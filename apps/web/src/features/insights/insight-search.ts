import type { InsightPeriod } from '@zelab/contract'
import { isPeriodTooLong } from '@zelab/contract/fields/date-range'
import { localToday } from '../../lib/format.ts'
import { readOneOf, readPage, readPlainDate, readWholeNumber, searchReader } from '../../lib/search-params.ts'

/** Duplicated here to keep the contract out of the initial bundle. */
export const PERIODS = ['7d', '30d', '12m', 'year'] as const satisfies readonly InsightPeriod[]

export const readInsightSearch = searchReader({
  period: (value) => readOneOf(value, PERIODS),
  // Custom range; overrides the named period.
  fromDate: readPlainDate,
  toDate: readPlainDate,
  labId: (value) => readWholeNumber(value),
  page: readPage,
})
export type InsightSearch = ReturnType<typeof readInsightSearch>

const STANDARD_PERIOD = '30d'

/** The named period; undefined with a custom range. */
export const periodOf = ({ period, fromDate, toDate }: InsightSearch): InsightPeriod | undefined =>
  fromDate || toDate ? undefined : (period ?? STANDARD_PERIOD)

/** True if the range exceeds the server's limit. An open range ends today. */
export const isTooLong = ({ fromDate, toDate }: InsightSearch): boolean =>
  fromDate !== undefined && isPeriodTooLong(fromDate, toDate ?? localToday())

export const filtersOf = (search: InsightSearch) => ({
  period: periodOf(search),
  fromDate: search.fromDate,
  toDate: search.toDate,
  labId: search.labId,
})
