import { DEFAULT_PAGE } from '@zelab/contract/limits'
import {
  activeReportFilters,
  NO_REPORT_FILTER,
  FILTERED_MARKS,
  type ReportFilter,
  type ReportFilterName,
} from '@zelab/contract/reports/report-filter'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { ReportFilters } from '../../../entities/report/queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPage,
  readPageSize,
  readPlainDate,
  readSearchText,
  readWholeNumber,
  searchReader,
  withFilter,
} from '../../../lib/search-params.ts'

const FILTERS: { [Name in ReportFilterName]: (value: unknown) => ReportFilter[Name] | undefined } = {
  search: readSearchText,
  reportTypeId: (value) => readWholeNumber(value, NO_REPORT_FILTER.reportTypeId + 1),
  fromDate: readPlainDate,
  toDate: readPlainDate,
  mark: (value) => readOneOf(value, FILTERED_MARKS),
}

/** All types (0) is the default and not part of the URL (AMB-57). */
export const readReportSearch = searchReader({
  page: readPage,
  limit: (value) => readPageSize(value),
  ...FILTERS,
  sortBy: (value) => readOneOf(value, ['title']),
  sortOrder: (value) => readOneOf(value, ['asc']),
})
export type ReportSearch = ReturnType<typeof readReportSearch>

export const reportFiltersOf = (search: ReportSearch): ReportFilters => ({
  page: DEFAULT_PAGE,
  limit: defaultPageSize(),
  reportTypeId: NO_REPORT_FILTER.reportTypeId,
  sortOrder: 'desc',
  ...omitUndefined(search),
})

/** Reverses the order by date; from another column it starts with the newest. */
export const withDateSortToggled = (search: ReportSearch): ReportSearch =>
  withFilter<ReportSearch>(search, {
    sortBy: undefined,
    sortOrder: search.sortBy === undefined && search.sortOrder === undefined ? 'asc' : undefined,
  })

export const hasReportFilter = (search: ReportSearch): boolean =>
  activeReportFilters({ ...NO_REPORT_FILTER, ...omitUndefined(search) }).length > 0
