import {
  NO_REPORT_FILTER,
  REPORT_COUNT_LIMIT,
  activeReportFilters,
  type Pagination,
  type Report,
  type ReportListQuery,
} from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { LabScope } from '../../../core/caller.ts'
import { readCountedPage, readTotalledPage } from '../../../core/pagination.ts'
import { isStatementTimeout, type Database } from '../../../platform/database/database.ts'
import { countReports, findMatchingReports, findReports } from './report-list.repository.ts'

/** Above this a search is refused: a text of one or two letters may have to read every report. */
const TIME_LIMIT_MS = 4000

/** One page of the reports list. */
export const listReports = async (
  scope: LabScope,
  database: Database,
  query: ReportListQuery,
  timeZone: string,
): Promise<{ data: Report[]; pagination: Pagination }> => {
  // The counters know the total of every type, which no other filter has.
  if (activeReportFilters(query).every((name) => name === 'reportTypeId'))
    return readTotalledPage(
      query,
      () => countReports(scope, database, query.reportTypeId),
      (page) => findReports(scope, database, query, page),
    )
  const isSearch = query.search !== NO_REPORT_FILTER.search
  const countLimit = isSearch ? REPORT_COUNT_LIMIT.ofSearch : REPORT_COUNT_LIMIT.ofDates
  try {
    return await readCountedPage(
      query,
      (page) =>
        database.transaction((tx) => findMatchingReports(scope, tx, query, timeZone, countLimit, page), {
          statementTimeoutMs: TIME_LIMIT_MS,
        }),
      countLimit,
    )
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError('INVALID', 'SEARCH_TOO_BROAD') : error
  }
}
