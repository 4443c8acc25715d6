import type { InsightPeriod } from '@zelab/contract'
import { readOneOf, readPlainDate, readWholeNumber } from '../../lib/search-params.ts'

/** Repeated here to keep the contract off the first download. */
export const PERIODS = ['7d', '30d', '12m', 'year'] as const satisfies readonly InsightPeriod[]

export interface InsightSearch {
  period?: InsightPeriod | undefined
  /** Days of one's own; they stand before a named period. */
  fromDate?: string | undefined
  toDate?: string | undefined
  labId?: number | undefined
  /** Of the unopened reports. */
  page?: number | undefined
}

/** Reads the address; odd values are dropped (AMB-93). */
export const readInsightSearch = (search: { [Key in keyof InsightSearch]: unknown }): InsightSearch => ({
  period: readOneOf(search.period, PERIODS),
  fromDate: readPlainDate(search.fromDate),
  toDate: readPlainDate(search.toDate),
  labId: readWholeNumber(search.labId),
  page: readWholeNumber(search.page, 2),
})
