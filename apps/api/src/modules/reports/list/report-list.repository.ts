import { NO_REPORT_FILTER, type Report, type ReportFilter, type ReportListQuery } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope, ListReader } from '../../../core/caller.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  countRecords,
  recordCount,
  type Counted,
} from '../../../platform/database/record-counts.repository.ts'
import { outerJoined, type RowOf } from '../../../platform/database/row-schema.ts'
import {
  SqlParameters,
  pageClause,
  pageName,
  type PageOfRows,
} from '../../../platform/database/sql-parameters.ts'
import { reportCondition, searchConditions } from './report-filter.repository.ts'
import { REPORT_COLUMNS, REPORT_JOINS, reportRow, toReport } from './report-row.ts'

export type ReportOrder = Pick<ReportListQuery, 'sortBy' | 'sortOrder'>

const SORT_COLUMN = { createdAt: 'r.created_at', title: 'lower(r.title)' } as const
const SORT_TYPE = { createdAt: 'timestamptz', title: 'text' } as const

const orderBy = ({ sortBy, sortOrder }: ReportOrder) =>
  `${SORT_COLUMN[sortBy]} ${sortOrder}, r.id ${sortOrder}`

const reportsIn = (scope: LabScope, reportTypeId: number): Counted => ({
  kind: 'reports',
  labId: scope.everyLab ? undefined : scope.labId,
  reportTypeId,
})

export const countReports = (scope: LabScope, db: Queryable, reportTypeId: number): Promise<number> =>
  countRecords(db, reportsIn(scope, reportTypeId))

const listedRow = reportRow.extend({ total: z.int() })

export const findReports = async (
  reader: ListReader,
  db: Queryable,
  query: ReportFilter & ReportOrder,
  page: PageOfRows,
): Promise<TotalledRows<Report>> => {
  const parameters = new SqlParameters()
  const { reportTypeId, sortBy, sortOrder } = query
  // The counters have no days, so this page ignores day filters.
  const condition = reportCondition(reader, { search: '', reportTypeId }, parameters)
  const order = orderBy(query)
  const rows = await db.query(
    listedRow,
    `select ${REPORT_COLUMNS}, ${recordCount(reportsIn(reader.scope, reportTypeId), parameters)} as total
       from (select r.id from reports r where ${condition} order by ${order} ${pageClause(page, parameters)}) k
       join reports r on r.id = k.id ${REPORT_JOINS}
      order by ${order}`,
    parameters.values,
    pageName(page, 'find-reports', [
      reader.scope.everyLab ? 'anywhere' : 'lab',
      reportTypeId === 0 ? 'any-type' : 'type',
      sortBy,
      sortOrder,
    ]),
  )
  return { rows: rows.map(toReport), total: rows[0]?.total }
}

const matchingRow = outerJoined(reportRow.extend({ place: z.int() })).extend({ count: z.int() })

/** An empty page has one row with only the count. */
const isOnPage = (
  row: RowOf<typeof matchingRow>,
): row is RowOf<typeof reportRow> & { place: number; count: number } => row.place !== null

/** At most `limit` matches `k` per condition, with their sort keys. */
const matchesOf = (
  reader: ListReader,
  query: ReportFilter & ReportOrder,
  limit: number,
  parameters: SqlParameters,
) => {
  const condition = reportCondition(reader, query, parameters)
  const matches = searchConditions(reader.scope, query.search, parameters).map(
    (search) => `(select r.id, ${SORT_COLUMN[query.sortBy]} as sort_key from reports r
                   where ${condition} and ${search}
                   order by ${orderBy(query)} limit ${limit})`,
  )
  return {
    matches: `(${matches.join(' union ')}) k`,
    order: `k.sort_key ${query.sortOrder}, k.id ${query.sortOrder}`,
  }
}

/**
 * Counts up to `countLimit` + 1 and reads one page in one pass. Planned per text, because a generic plan would be far
 * slower.
 */
export const findMatchingReports = async (
  reader: ListReader,
  db: Queryable,
  query: ReportFilter & ReportOrder,
  countLimit: number,
  { limit, offset }: PageOfRows,
): Promise<{ count: number; rows: Report[] }> => {
  const rows = await db.query(matchingRow, (parameters) => {
    const { matches, order } = matchesOf(reader, query, countLimit + 1, parameters)
    return `with matching as materialized (
       select k.id, row_number() over (order by ${order}) as place
         from ${matches}
        order by ${order} limit ${countLimit + 1}
     )
     select ${REPORT_COLUMNS}, k.place, total.count
       from (select count(*) as count from matching) total
       left join matching k on k.place > ${parameters.add(offset)}::bigint
                           and k.place <= ${parameters.add(offset + limit)}::bigint
       left join (reports r ${REPORT_JOINS}) on r.id = k.id
      order by k.place`
  })
  return { count: rows[0]?.count ?? 0, rows: rows.filter(isOnPage).map(toReport) }
}

export const findMatchingIds = async (
  reader: ListReader,
  db: Queryable,
  query: ReportFilter & ReportOrder,
  limit: number,
): Promise<number[]> => {
  const parameters = new SqlParameters()
  const { matches, order } = matchesOf(reader, query, limit, parameters)
  return db.findIds(`select k.id from ${matches} order by ${order} limit ${limit}`, parameters.values)
}

export const findListedReports = async (
  reader: ListReader,
  db: Queryable,
  ids: number[],
): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    reportRow,
    `select ${REPORT_COLUMNS} from unnest(${parameters.add(ids)}::bigint[]) with ordinality k (id, place)
       join reports r on r.id = k.id ${REPORT_JOINS}
      where ${reportCondition(reader, NO_REPORT_FILTER, parameters)}
      order by k.place`,
    parameters.values,
  )
  return rows.map(toReport)
}

export interface ExportedReport {
  report: Report
  sortKey: string
}

const exportedRow = reportRow.extend({ sortKey: z.string() })

export const findReportsAfter = async (
  reader: ListReader,
  db: Queryable,
  query: ReportFilter & ReportOrder,
  batch: { limit: number; after: ExportedReport | undefined },
): Promise<ExportedReport[]> => {
  const rows = await db.query(exportedRow, (parameters) => {
    const conditions = [reportCondition(reader, query, parameters)]
    const sortColumn = SORT_COLUMN[query.sortBy]
    if (batch.after) {
      const key = `${parameters.add(batch.after.sortKey)}::${SORT_TYPE[query.sortBy]}`
      const operator = query.sortOrder === 'asc' ? '>' : '<'
      conditions.push(`(${sortColumn}, r.id) ${operator} (${key}, ${parameters.add(batch.after.report.id)})`)
    }
    const order = orderBy(query)
    return `select ${REPORT_COLUMNS}, ${sortColumn}::text as "sortKey"
       from (select r.id from reports r where ${conditions.join(' and ')} order by ${order}
              limit ${parameters.add(batch.limit)}) k
       join reports r on r.id = k.id ${REPORT_JOINS}
      order by ${order}`
  })
  return rows.map((row) => ({ report: toReport(row), sortKey: row.sortKey }))
}
