import {
  NO_REPORT_FILTER,
  REPORT_COUNT_LIMIT,
  activeReportFilters,
  type Pagination,
  type Report,
  type ReportFilter,
  type ReportListQuery,
} from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { LabScope } from '../../../core/caller.ts'
import { readCountedPage, readTotalledPage } from '../../../core/pagination.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { withTimeLimit } from '../../../platform/database/time-limit.ts'
import {
  countReports,
  findListedReports,
  findMatchingIds,
  findMatchingReports,
  findReports,
  type ReportOrder,
} from './report-list.repository.ts'

/** Above this a search is refused: a text of one or two letters may have to read every report. */
const TIME_LIMIT_MS = 4000
/** Reports that an export of a search holds at most; without a search it holds all. */
const EXPORTED_MATCHES = 100_000

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
  return readCountedPage(
    query,
    (page) => inTime(database, (tx) => findMatchingReports(scope, tx, query, timeZone, countLimit, page)),
    countLimit,
  )
}

const inTime = async <Result>(
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> => {
  const result = await withTimeLimit(database, TIME_LIMIT_MS, work)
  if (result === undefined) throw new AppError('INVALID', 'SEARCH_TOO_BROAD')
  return result
}

/**
 * Every report that a search finds, in batches. Searched once: once for each batch would cost as much again each time.
 * Refused like a search that takes too long when there are more than an export holds.
 */
export async function* exportFoundReports(
  scope: LabScope,
  read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>,
  query: ReportFilter & ReportOrder,
  timeZone: string,
  batchSize: number,
): AsyncGenerator<Report[], void> {
  const ids = await read((db) =>
    inTime(db, (tx) => findMatchingIds(scope, tx, query, timeZone, EXPORTED_MATCHES + 1)),
  )
  if (ids.length > EXPORTED_MATCHES) throw new AppError('INVALID', 'SEARCH_TOO_BROAD')
  for (let from = 0; from < ids.length; from += batchSize)
    yield await read((db) => findListedReports(scope, db, ids.slice(from, from + batchSize)))
}
