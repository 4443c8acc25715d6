import { ALL_REPORT_TYPES, DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { ReportFilters } from '../../../lib/queries/reports.ts'
import { readOneOf, readWholeNumber } from '../../../lib/search-params.ts'

/** What stands in the address of the reports list: only what differs from the default. */
export interface ReportSearch {
  page?: number | undefined
  reportTypeId?: number | undefined
  sortOrder?: 'asc' | undefined
}

const withoutAbsent = (search: ReportSearch): ReportSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Reads the address; odd values and defaults, All (0) among them, are dropped (AMB-57, AMB-93). */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => {
  const page = readWholeNumber(search.page)
  return withoutAbsent({
    page: page === DEFAULT_PAGE ? undefined : page,
    reportTypeId: readWholeNumber(search.reportTypeId, ALL_REPORT_TYPES.id + 1),
    sortOrder: readOneOf(search.sortOrder, ['asc']),
  })
}

export const reportFiltersOf = (search: ReportSearch): ReportFilters => ({
  page: search.page ?? DEFAULT_PAGE,
  limit: defaultPageSize(),
  reportTypeId: search.reportTypeId ?? ALL_REPORT_TYPES.id,
  sortOrder: search.sortOrder ?? 'desc',
})

/** Another type or order starts at page 1: the old page may not exist any more. */
export const withReportFilter = (search: ReportSearch, change: Omit<ReportSearch, 'page'>): ReportSearch =>
  withoutAbsent({ ...search, ...change, page: undefined })
