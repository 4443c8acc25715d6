import {
  NO_REPORT_FILTER,
  activeReportFilters,
  type Pagination,
  type Report,
  type ReportFilter,
  type ReportListQuery,
} from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { ListReader } from '../../../core/caller.ts'
import { readCountedPage, readTotalledPage } from '../../../core/pagination.ts'
import { isStatementTimeout, type Database } from '../../../platform/database/database.ts'
import {
  countReports,
  findListedReports,
  findMatchingIds,
  findMatchingReports,
  findReports,
  type ReportOrder,
} from './report-list.repository.ts'

/** Limits for counts and pages. Matches of a search cost more work. */
const REPORT_COUNT_LIMIT = { ofDates: 10_000, ofSearch: 1_000 } as const

/** Longer searches are refused. One or two letters may scan every report. */
const TIME_LIMIT_MS = 4000
/** Limit of a search. Other exports have no limit. */
const EXPORTED_MATCHES = 100_000

type Read = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>

/** Wraps the choice of a server, so that a search that is too slow for a replica does not run on the primary again. */
const orTooBroad = async <Result>(search: Promise<Result>): Promise<Result> => {
  try {
    return await search
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError('INVALID', 'SEARCH_TOO_BROAD') : error
  }
}

const WITHIN_LIMIT = { statementTimeoutMs: TIME_LIMIT_MS }

export const listReports = async (
  reader: ListReader,
  read: Read,
  query: ReportListQuery,
): Promise<{ data: Report[]; pagination: Pagination }> => {
  // The counters have totals per type, but for no other filter.
  if (activeReportFilters(query).every((name) => name === 'reportTypeId'))
    return read((db) =>
      readTotalledPage(
        query,
        () => countReports(reader.scope, db, query.reportTypeId),
        (page) => findReports(reader, db, query, page),
      ),
    )
  const isSearch = query.search !== NO_REPORT_FILTER.search
  const countLimit = isSearch ? REPORT_COUNT_LIMIT.ofSearch : REPORT_COUNT_LIMIT.ofDates
  return orTooBroad(
    read((db) =>
      readCountedPage(
        query,
        (page) =>
          db.transaction((tx) => findMatchingReports(reader, tx, query, countLimit, page), WITHIN_LIMIT),
        countLimit,
      ),
    ),
  )
}

/** Searches once for all batches, because each further search costs as much again. */
export async function* exportFoundReports(
  reader: ListReader,
  read: Read,
  query: ReportFilter & ReportOrder,
  batchSize: number,
): AsyncGenerator<Report[], void> {
  const ids = await orTooBroad(
    read((db) =>
      db.transaction((tx) => findMatchingIds(reader, tx, query, EXPORTED_MATCHES + 1), WITHIN_LIMIT),
    ),
  )
  if (ids.length > EXPORTED_MATCHES) throw new AppError('INVALID', 'EXPORT_TOO_LARGE')
  for (let from = 0; from < ids.length; from += batchSize)
    yield await read((db) => findListedReports(reader, db, ids.slice(from, from + batchSize)))
}
