import type { UnopenedReport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { labs, patients, reports, users } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { Period } from './insight-period.ts'

const NAMES = {
  labs: 'select id, name from labs where id = any($1)',
  types: 'select id, title as name from report_types where id = any($1)',
  persons: 'select id, full_name as name from users where id = any($1)',
} as const

const nameRow = z.object({ id: z.int(), name: z.string() })

/** Names are not sensitive, so no scope is needed. */
export const findNames = async (
  db: Queryable,
  of: keyof typeof NAMES,
  ids: number[],
): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query(nameRow, NAMES[of], [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const waitingCondition = (
  scope: LabScope,
  { from, to }: Period,
  timeZone: string,
  parameters: SqlParameters,
): string => {
  const zone = `${parameters.add(timeZone)}::text`
  return `o.opened_at is null and ${labCondition(scope, parameters, 'o.lab_id')}
    and o.published_at >= ${parameters.add(from)}::date::timestamp at time zone ${zone}
    and o.published_at < (${parameters.add(to)}::date + 1)::timestamp at time zone ${zone}`
}

export const countUnopened = async (
  scope: LabScope,
  db: Queryable,
  period: Period,
  timeZone: string,
  limit: number,
): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = waitingCondition(scope, period, timeZone, parameters)
  return db.countRows(
    `select count(*) as count
       from (select 1 from report_openings o where ${condition} limit ${parameters.add(limit + 1)}) waiting`,
    parameters.values,
  )
}

const unopenedRow = z.object({
  ...pick(reports, 'id title'),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  labName: from('l.name', labs.name.nullable()),
  publisherName: from('u.full_name', users.fullName),
  createdAt: reports.createdAt,
})

const toUnopened = (row: RowOf<typeof unopenedRow>): UnopenedReport => ({
  id: row.id,
  title: row.title,
  reportType: { title: row.typeTitle },
  patient: { id: row.patientId, fullName: row.patientName },
  lab: row.labName === null ? null : { name: row.labName },
  publishedBy: { fullName: row.publisherName },
  createdAt: row.createdAt,
})

/** Oldest first: one page, or the rows after a given one. */
export const findUnopened = async (
  scope: LabScope,
  db: Queryable,
  period: Period,
  timeZone: string,
  page: { limit: number; offset?: number; after?: Pick<UnopenedReport, 'id' | 'createdAt'> | undefined },
): Promise<UnopenedReport[]> => {
  const rows = await db.query(unopenedRow, (parameters) => {
    const condition = waitingCondition(scope, period, timeZone, parameters)
    const rest = page.after
      ? `(o.published_at, o.report_id) > (${parameters.add(page.after.createdAt)}::timestamptz, ${parameters.add(page.after.id)})`
      : 'true'
    return `select ${columnsOf(unopenedRow, 'r')}
       from (select o.report_id, o.published_at from report_openings o where ${condition} and ${rest}
              order by o.published_at, o.report_id
              limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset ?? 0)}) k
       join reports r on r.id = k.report_id and r.withdrawn_at is null
       join patients p on p.id = r.patient_id
       join users u on u.id = r.uploaded_by
       left join labs l on l.id = r.lab_id
      order by k.published_at, k.report_id`
  })
  return rows.map(toUnopened)
}
