import {
  NO_REPORT_FILTER,
  activeReportFilters,
  type Pagination,
  type Report,
  type ReportFilter,
  type ReportListQuery,
} from '@zelab/contract'
import { AppError } from '../../../core/app-error.ts'
import type { LabScope } from '../../../core/caller.ts'
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

/** Maximum reports that a date range counts and pages through, and a search, whose matches need more work. */
const REPORT_COUNT_LIMIT = { ofDates: 10_000, ofSearch: 1_000 } as const

/** Above this a search is refused: a text of one or two letters may have to read every report. */
const TIME_LIMIT_MS = 4000
/** Reports that an export of a search holds at most; without a search it holds all. */
const EXPORTED_MATCHES = 100_000

type Read = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>

/**
 * Refuses a search that takes too long. Outside of the choice of a server: what is too slow for a replica is not asked of
 * the primary again.
 */
const orTooBroad = async <Result>(search: Promise<Result>): Promise<Result> => {
  try {
    return await search
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError('INVALID', 'SEARCH_TOO_BROAD') : error
  }
}

const WITHIN_LIMIT = { statementTimeoutMs: TIME_LIMIT_MS }

/** One page of the reports list. */
export const listReports = async (
  scope: LabScope,
  read: Read,
  query: ReportListQuery,
  timeZone: string,
): Promise<{ data: Report[]; pagination: Pagination }> => {
  // The counters know the total of every type, which no other filter has.
  if (activeReportFilters(query).every((name) => name === 'reportTypeId'))
    return read((db) =>
      readTotalledPage(
        query,
        () => countReports(scope, db, query.reportTypeId),
        (page) => findReports(scope, db, query, page),
      ),
    )
  const isSearch = query.search !== NO_REPORT_FILTER.search
  const countLimit = isSearch ? REPORT_COUNT_LIMIT.ofSearch : REPORT_COUNT_LIMIT.ofDates
  return orTooBroad(
    read((db) =>
      readCountedPage(
        query,
        (page) =>
          db.transaction(
            (tx) => findMatchingReports(scope, tx, query, timeZone, countLimit, page),
            WITHIN_LIMIT,
          ),
        countLimit,
      ),
    ),
  )
}

/** Every report that a search finds, in batches. Searched once: once for each batch would cost as much again each time. */
export async function* exportFoundReports(
  scope: LabScope,
  read: Read,
  query: ReportFilter & ReportOrder,
  timeZone: string,
  batchSize: number,
): AsyncGenerator<Report[], void> {
  const ids = await orTooBroad(
    read((db) =>
      db.transaction((tx) => findMatchingIds(scope, tx, query, timeZone, EXPORTED_MATCHES + 1), WITHIN_LIMIT),
    ),
  )
  if (ids.length > EXPORTED_MATCHES) throw new AppError('INVALID', 'EXPORT_TOO_LARGE')
  for (let from = 0; from < ids.length; from += batchSize)
    yield await read((db) => findListedReports(scope, db, ids.slice(from, from + batchSize)))
}
