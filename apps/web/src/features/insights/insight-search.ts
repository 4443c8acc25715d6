import { isPeriodTooLong } from '@zelab/contract/fields/date-range'
import { INSIGHT_PERIODS, type InsightPeriod } from '@zelab/contract/limits'
import { localToday } from '../../lib/format.ts'
import { readOneOf, readPage, readPlainDate, readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const INSIGHT_TABS = ['activity', 'times', 'opening'] as const
export type InsightTab = (typeof INSIGHT_TABS)[number]

export const readInsightSearch = searchReader({
  period: (value) => readOneOf(value, INSIGHT_PERIODS),
  // Custom range; overrides the named period.
  fromDate: readPlainDate,
  toDate: readPlainDate,
  labId: (value) => readWholeNumber(value),
  tab: (value) => readOneOf(value, INSIGHT_TABS),
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
