import type { UnopenedReport } from '@zelab/contract'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { Period } from './insight-period.ts'

const NAMES = {
  labs: 'select id, name from labs where id = any($1)',
  types: 'select id, title as name from report_types where id = any($1)',
  persons: 'select id, full_name as name from users where id = any($1)',
} as const

/** Names of what the volumes count by id; nothing but names, so that no scope is needed. */
export const findNames = async (
  db: Queryable,
  of: keyof typeof NAMES,
  ids: number[],
): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: number; name: string }>(NAMES[of], [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Reports in scope that were published in the period and that nobody but their publisher has opened. */
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
  const { count } = await db.one<{ count: number }>(
    `select count(*) as count
       from (select 1 from report_openings o where ${condition} limit ${parameters.add(limit + 1)}) waiting`,
    parameters.values,
  )
  return count
}

interface UnopenedRecord {
  id: number
  title: string
  type_title: string
  patient_id: number
  patient_name: string
  lab_name: string | null
  publisher_name: string
  created_at: string
}

const toUnopened = (row: UnopenedRecord): UnopenedReport => ({
  id: row.id,
  title: row.title,
  reportType: { title: row.type_title },
  patient: { id: row.patient_id, fullName: row.patient_name },
  lab: row.lab_name === null ? null : { name: row.lab_name },
  publishedBy: { fullName: row.publisher_name },
  createdAt: row.created_at,
})

/** The oldest first: a page of them, or what comes after one of them. */
export const findUnopened = async (
  scope: LabScope,
  db: Queryable,
  period: Period,
  timeZone: string,
  page: { limit: number; offset?: number; after?: Pick<UnopenedReport, 'id' | 'createdAt'> | undefined },
): Promise<UnopenedReport[]> => {
  const parameters = new SqlParameters()
  const condition = waitingCondition(scope, period, timeZone, parameters)
  const rest = page.after
    ? `(o.published_at, o.report_id) > (${parameters.add(page.after.createdAt)}::timestamptz, ${parameters.add(page.after.id)})`
    : 'true'
  const rows = await db.query<UnopenedRecord>(
    `select r.id, r.title, r.report_type_title as type_title, p.id as patient_id, p.full_name as patient_name,
            l.name as lab_name, u.full_name as publisher_name, r.created_at
       from (select o.report_id, o.published_at from report_openings o where ${condition} and ${rest}
              order by o.published_at, o.report_id
              limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset ?? 0)}) k
       join reports r on r.id = k.report_id and r.withdrawn_at is null
       join patients p on p.id = r.patient_id
       join users u on u.id = r.uploaded_by
       left join labs l on l.id = r.lab_id
      order by k.published_at, k.report_id`,
    parameters.values,
  )
  return rows.map(toUnopened)
}
