import { DASHBOARD_COUNT_LIMIT, type Report, type ReportGroup } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { endOfDay, startOfDay, labCondition } from '../../../core/conditions.ts'
import { reports } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { REPORT_COLUMNS, REPORT_JOINS, reportRow, toReport } from './report-row.ts'
import { RECENT_ROWS } from '../../../core/pagination.ts'

const chosenRow = z.object({ count: z.int(), ids: z.array(reports.id) })

const nameIn = ({ everyLab }: LabScope, name: string) => `${name}-${everyLab ? 'anywhere' : 'lab'}`

const findRows = async (scope: LabScope, db: Queryable, ids: number[]): Promise<Report[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    reportRow,
    `select ${REPORT_COLUMNS} from unnest(${parameters.add(ids)}::bigint[]) with ordinality k (id, place)
       join reports r on r.id = k.id ${REPORT_JOINS}
      where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}
      order by k.place`,
    parameters.values,
    { name: nameIn(scope, 'find-group-of-reports') },
  )
  return rows.map(toReport)
}

/** The rows are read by a statement of their own, because one with all joins was planned for each time. */
const findGroup = async (
  scope: LabScope,
  db: Queryable,
  selection: string,
  parameters: SqlParameters,
  name: string,
): Promise<ReportGroup> => {
  const { count, ids } = await db.one(
    chosenRow,
    `with chosen as materialized (${selection} order by at desc, id desc limit ${DASHBOARD_COUNT_LIMIT + 1})
     select (select count(*) from chosen) as count,
            array(select id from chosen order by at desc, id desc limit ${RECENT_ROWS}) as ids`,
    parameters.values,
    { name: nameIn(scope, name) },
  )
  return {
    reports: ids.length === 0 ? [] : await findRows(scope, db, ids),
    total: Math.min(count, DASHBOARD_COUNT_LIMIT),
    isEstimate: count > DASHBOARD_COUNT_LIMIT,
  }
}

export const findOwnOfDay = (
  scope: LabScope,
  db: Queryable,
  of: { userId: number; day: string },
  timeZone: string,
): Promise<ReportGroup> => {
  const parameters = new SqlParameters()
  return findGroup(
    scope,
    db,
    `select r.id, r.created_at as at from reports r
      where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}
        and r.created_at >= ${startOfDay(of.day, timeZone, parameters)}
        and r.created_at < ${endOfDay(of.day, timeZone, parameters)}
        and r.uploaded_by = ${parameters.add(of.userId)}`,
    parameters,
    'find-own-of-day',
  )
}

const toReviewRow = chosenRow.extend({ newIds: z.array(reports.id) })

/**
 * Published by others: not opened by anyone, or since a time and not opened by the reader; newest first.
 * `newIds` names those that were opened.
 */
export const findReportsToReview = async (
  scope: LabScope,
  db: Queryable,
  { since, exceptBy, countLimit }: { since: string; exceptBy: number; countLimit: number },
): Promise<{ count: number; reports: Report[]; newIds: number[] }> => {
  const parameters = new SqlParameters()
  const reader = parameters.add(exceptBy)
  const row = await db.one(
    toReviewRow,
    `with unopened as materialized (
       select o.report_id as id, o.published_at as at from report_openings o
        where o.opened_at is null and ${labCondition(scope, parameters, 'o.lab_id')} and o.published_by <> ${reader}
        order by at desc, id desc limit ${countLimit}),
     added as materialized (
       select r.id, r.created_at as at from reports r
        where r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id')}
          and r.created_at >= ${parameters.add(since)}::timestamptz
          and r.uploaded_by <> ${reader}
          and not exists (select 1 from activity_log v
                           where v.object_type = 'report' and v.object_id = r.id and v.actor_id = ${reader}
                             and v.action = 'report.view')
        order by at desc, id desc limit ${countLimit}),
     chosen as materialized (
       select id, max(at) as at from (select * from unopened union all select * from added) k group by id),
     shown as materialized (select * from chosen order by at desc, id desc limit ${RECENT_ROWS})
     select (select count(*) from chosen) as count,
            array(select id from shown order by at desc, id desc) as ids,
            array(select s.id from shown s join report_openings o on o.report_id = s.id
                   where o.opened_at is not null) as "newIds"`,
    parameters.values,
    { name: nameIn(scope, `find-reports-to-review-${countLimit}`) },
  )
  return {
    count: Math.min(row.count, countLimit),
    reports: row.ids.length === 0 ? [] : await findRows(scope, db, row.ids),
    newIds: row.newIds,
  }
}

export interface Days {
  fromDate: string
  toDate: string
}

type Count = (scope: LabScope, db: Queryable, days: Days, timeZone: string, limit: number) => Promise<number>

/** Each source has an index by time. */
const countOf =
  ({ table, where, at }: { table: string; where: string; at: string }): Count =>
  (scope, db, { fromDate, toDate }, timeZone, limit) =>
    db.countRows(
      (parameters) => `select count(*) as count
         from (select 1 from ${table} t
                where ${where} and ${labCondition(scope, parameters, 't.lab_id')}
                  and t.${at} >= ${startOfDay(fromDate, timeZone, parameters)}
                  and t.${at} < ${endOfDay(toDate, timeZone, parameters)}
                limit ${parameters.add(limit)}) counted`,
    )

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
