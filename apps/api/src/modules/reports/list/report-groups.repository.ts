import { DASHBOARD_COUNT_LIMIT, type ReportGroup } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { endOfDay, startOfDay, labCondition } from '../../../core/conditions.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, outerJoined, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { REPORT_COLUMNS, REPORT_JOINS, reportRow, toReport } from './report-row.ts'
import { RECENT_ROWS } from '../../../core/pagination.ts'

const groupedRow = outerJoined(reportRow.extend({ place: z.int() })).extend({ count: z.int() })
const isReport = (
  row: RowOf<typeof groupedRow>,
): row is RowOf<typeof reportRow> & { place: number; count: number } => row.place !== null

const findGroup = async (
  db: Queryable,
  selection: string,
  parameters: SqlParameters,
  name: string,
): Promise<ReportGroup> => {
  const rows = await db.query(
    groupedRow,
    `with chosen as materialized (
       select k.id, row_number() over (order by k.at desc, k.id desc) as place
         from (${selection} order by at desc, id desc limit ${DASHBOARD_COUNT_LIMIT + 1}) k)
     select ${REPORT_COLUMNS}, k.place, total.count
       from (select count(*) as count from chosen) total
       left join chosen k on k.place <= ${RECENT_ROWS}
       left join (reports r ${REPORT_JOINS}) on r.id = k.id
      order by k.place`,
    parameters.values,
    { name },
  )
  const count = rows[0]?.count ?? 0
  return {
    reports: rows.filter(isReport).map(toReport),
    total: Math.min(count, DASHBOARD_COUNT_LIMIT),
    isEstimate: count > DASHBOARD_COUNT_LIMIT,
  }
}

const nameIn = ({ everyLab }: LabScope, name: string) => `${name}-${everyLab ? 'anywhere' : 'lab'}`

export const findOwnOfDay = (
  scope: LabScope,
  db: Queryable,
  of: { userId: number; day: string },
  timeZone: string,
): Promise<ReportGroup> => {
  const parameters = new SqlParameters()
  return findGroup(
    db,
    `select r.id, r.created_at as at from reports r
      where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}
        and r.created_at >= ${startOfDay(of.day, timeZone, parameters)}
        and r.created_at < ${endOfDay(of.day, timeZone, parameters)}
        and r.uploaded_by = ${parameters.add(of.userId)}`,
    parameters,
    nameIn(scope, 'find-own-of-day'),
  )
}

export const findUnopenedReports = (scope: LabScope, db: Queryable): Promise<ReportGroup> => {
  const parameters = new SqlParameters()
  return findGroup(
    db,
    `select o.report_id as id, o.published_at as at from report_openings o
      where o.opened_at is null and ${labCondition(scope, parameters, 'o.lab_id')}`,
    parameters,
    nameIn(scope, 'find-unopened'),
  )
}

export const findPublishedSince = (
  scope: LabScope,
  db: Queryable,
  { since, exceptBy }: { since: string; exceptBy: number },
): Promise<ReportGroup> => {
  const parameters = new SqlParameters()
  return findGroup(
    db,
    `select r.id, r.created_at as at from reports r
      where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}
        and r.created_at >= ${parameters.add(since)}::timestamptz
        and r.uploaded_by <> ${parameters.add(exceptBy)}`,
    parameters,
    nameIn(scope, 'find-published-since'),
  )
}

export interface Days {
  fromDate: string
  toDate: string
}

type Count = (scope: LabScope, db: Queryable, days: Days, timeZone: string, limit: number) => Promise<number>

/** Each source has an index by time. */
const countOf =
  ({ table, where, at }: { table: string; where: string; at: string }): Count =>
  async (scope, db, { fromDate, toDate }, timeZone, limit) => {
    const parameters = new SqlParameters()
    const { count } = await db.one(
      countRow,
      `select count(*) as count
         from (select 1 from ${table} t
                where ${where} and ${labCondition(scope, parameters, 't.lab_id')}
                  and t.${at} >= ${startOfDay(fromDate, timeZone, parameters)}
                  and t.${at} < ${endOfDay(toDate, timeZone, parameters)}
                limit ${parameters.add(limit)}) counted`,
      parameters.values,
    )
    return count
  }

export const countPublished = countOf({ table: 'reports', where: 't.withdrawn_at is null', at: 'created_at' })

export const countNeverOpened = countOf({
  table: 'report_openings',
  where: 't.opened_at is null',
  at: 'published_at',
})

export const countWithdrawn = countOf({
  table: 'reports',
  where: 't.withdrawn_at is not null',
  at: 'withdrawn_at',
})
