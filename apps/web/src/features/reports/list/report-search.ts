import { DEFAULT_PAGE, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import {
  activeReportFilters,
  NO_REPORT_FILTER,
  type ReportFilter,
  type ReportFilterName,
} from '@zelab/contract/report-filter'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { ReportFilters } from '../../../entities/report/queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPageSize,
  readPlainDate,
  readText,
  readWholeNumber,
  unlessDefault,
} from '../../../lib/search-params.ts'

type FilterSearch = { [Name in ReportFilterName]?: ReportFilter[Name] | undefined }

/** What stands in the address of the reports list: only what differs from the default. */
export interface ReportSearch extends FilterSearch {
  page?: number | undefined
  limit?: number | undefined
  sortBy?: 'title' | undefined
  sortOrder?: 'asc' | undefined
}

/** Reads each filter from the address; undefined where it is not set. */
const READERS: { [Name in ReportFilterName]: (value: unknown) => FilterSearch[Name] } = {
  search: (value) => readText(value, SEARCH_MAX_LENGTH),
  reportTypeId: (value) => readWholeNumber(value, NO_REPORT_FILTER.reportTypeId + 1),
  fromDate: readPlainDate,
  toDate: readPlainDate,
}

const readFilters = (search: Record<string, unknown>): FilterSearch =>
  Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, read(search[name])]))

/** Reads the address; odd values and defaults, All (0) among them, are dropped (AMB-57, AMB-93). */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch =>
  omitUndefined({
    page: unlessDefault(readWholeNumber(search.page), DEFAULT_PAGE),
    limit: unlessDefault(readPageSize(search.limit), defaultPageSize()),
    ...readFilters(search),
    sortBy: readOneOf(search.sortBy, ['title']),
    sortOrder: readOneOf(search.sortOrder, ['asc']),
  })

/** The server's query for an address. */
export const reportFiltersOf = (search: ReportSearch): ReportFilters =>
  omitUndefined({
    page: search.page ?? DEFAULT_PAGE,
    limit: search.limit ?? defaultPageSize(),
    reportTypeId: search.reportTypeId ?? NO_REPORT_FILTER.reportTypeId,
    search: search.search,
    fromDate: search.fromDate,
    toDate: search.toDate,
    sortBy: search.sortBy,
    sortOrder: search.sortOrder ?? 'desc',
  })

/** Another filter, order or page size starts at page 1: the old page may no longer exist. */
export const withReportFilter = (search: ReportSearch, change: Omit<ReportSearch, 'page'>): ReportSearch =>
  omitUndefined({ ...search, ...change, page: undefined })

/** The first press sorts by title A to Z, the next one Z to A, and so on. */
export const withTitleSortToggled = (search: ReportSearch): ReportSearch =>
  withReportFilter(search, {
    sortBy: 'title',
    sortOrder: search.sortBy === 'title' && search.sortOrder === 'asc' ? undefined : 'asc',
  })

/** Sorted by title, the newest come first again; otherwise the order is turned around. */
export const withDateSortToggled = (search: ReportSearch): ReportSearch =>
  withReportFilter(search, {
    sortBy: undefined,
    sortOrder: search.sortBy === undefined && search.sortOrder === undefined ? 'asc' : undefined,
  })

export const hasReportFilter = (search: ReportSearch): boolean =>
  activeReportFilters({ ...NO_REPORT_FILTER, ...omitUndefined(search) }).length > 0

/** Everything shown again; the page size and the order are no filters and stay. */
export const withoutReportFilters = ({ limit, sortBy, sortOrder }: ReportSearch): ReportSearch =>
  omitUndefined({ limit, sortBy, sortOrder })
