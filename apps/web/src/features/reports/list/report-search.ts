import { ALL_REPORT_TYPES, DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { ReportFilters } from '../../../lib/queries/reports.ts'
import { omitUndefined, readOneOf, readWholeNumber } from '../../../lib/search-params.ts'

/** What stands in the address of the reports list: only what differs from the default. */
export interface ReportSearch {
  page?: number | undefined
  reportTypeId?: number | undefined
  sortOrder?: 'asc' | undefined
}

/** Reads the address; odd values and defaults, All (0) among them, are dropped (AMB-57, AMB-93). */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => {
  const page = readWholeNumber(search.page)
  return omitUndefined({
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

/** Another type or order starts at page 1: the old page may no longer exist. */
export const withReportFilter = (search: ReportSearch, change: Omit<ReportSearch, 'page'>): ReportSearch =>
  omitUndefined({ ...search, ...change, page: undefined })
