import { VISIT_COUNT_LIMIT, type AwaitedVisit, type PatientVisits, type VisitList } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { endOfDay, labCondition, startOfDay } from '../../core/conditions.ts'
import type { TotalledRows } from '../../core/pagination.ts'
import { patients, visits } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type RowOf } from '../../platform/database/row-schema.ts'
import {
  pageClause,
  pageName,
  SqlParameters,
  type PageOfRows,
} from '../../platform/database/sql-parameters.ts'
import { EXPECTED, expectedTypes, hasSuspendedReport, toVisit, VISIT_JOINS, visitRow } from './visit-row.ts'

/**
 * Reports of a visit that were neither sent nor handed over. A link that was ended before it was opened does not count,
 * nor paper of an earlier version.
 */
const UNCOLLECTED = `
  from reports r
 where r.visit_id = v.id and r.withdrawn_at is null
   and not exists (select 1 from deliveries d
                    where d.report_id = r.id and d.state in ('sent', 'handed-over')
                      and (d.channel = 'paper' and d.report_version >= r.version
                           or exists (select 1 from report_links l
                                       where l.delivery_id = d.id
                                         and (l.revoked_at is null or l.first_opened_at is not null))))`

/** Only their list needs them. */
const uncollectedIn = (list?: ListOfDay['list']) =>
  list === 'uncollected'
    ? `(select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'version', r.version) order by r.id), '[]') ${UNCOLLECTED})`
    : `'[]'::json`

const awaitedRow = visitRow.extend({
  uncollected: z.array(z.object({ id: z.int(), title: z.string(), version: z.int() })),
  patientName: from('p.full_name', patients.fullName),
  patientPhone: from('p.phone', patients.phone),
})

const totalledRow = awaitedRow.extend({ total: z.int() })

const toAwaited = (row: RowOf<typeof awaitedRow>, now: Date): AwaitedVisit => ({
  ...toVisit(row, now),
  uncollected: row.uncollected,
  patient: { id: row.patientId, fullName: row.patientName, phone: { number: row.patientPhone } },
})

interface ListOfDay {
  /** `due`: late or due today. */
  list: VisitList | 'due'
  now: Date
  today: string
  timeZone: string
}

/** Older visits are found by their patient. */
const SHOWN_DAYS = 7

const DUE_AT = 'coalesce(v.promised_at, v.target_at)'
const AWAITED_SINCE = 'coalesce(v.promised_at, v.target_at, v.created_at)'

const listCondition = ({ list, now, today, timeZone }: ListOfDay, parameters: SqlParameters): string => {
  const at = () => `${parameters.add(now.toISOString())}::timestamptz`
  if (list === 'uncollected')
    return `not v.is_awaited and v.canceled_at is null
      and v.created_at > ${at()} - interval '${SHOWN_DAYS} days'
      and exists (select 1 ${UNCOLLECTED}) and not ${hasSuspendedReport('v')}`
  if (list === 'today')
    return `v.is_awaited and ${AWAITED_SINCE} >= ${startOfDay(today, timeZone, parameters)}
      and ${AWAITED_SINCE} < ${endOfDay(today, timeZone, parameters)}`
  if (list === 'due')
    return `v.is_awaited and ${AWAITED_SINCE} < ${endOfDay(today, timeZone, parameters)}
      and (${DUE_AT} is not null or v.created_at >= ${startOfDay(today, timeZone, parameters)})`
  const present = at()
  return list === 'late'
    ? `v.is_awaited and ${DUE_AT} < ${present}`
    : `v.is_awaited and ${DUE_AT} >= ${present} and ${DUE_AT} < ${present} + interval '1 hour'`
}

const ORDER: Record<ListOfDay['list'], string> = {
  today: AWAITED_SINCE,
  due: AWAITED_SINCE,
  late: DUE_AT,
  soon: DUE_AT,
  uncollected: 'v.created_at',
}

const USES_VISITS = 'exists (select 1 from lab_visit_settings s where s.lab_id = v.lab_id and s.is_on)'

/** Counting stops beyond `VISIT_COUNT_LIMIT`. */
const countOf = (scope: LabScope, list: ListOfDay, parameters: SqlParameters) =>
  `(select count(*) from (
      select 1 from visits v
       where ${listCondition(list, parameters)} and ${labCondition(scope, parameters, 'v.lab_id')}
         and ${USES_VISITS}
       limit ${VISIT_COUNT_LIMIT + 1}) found)`

export const countAwaitedVisits = (scope: LabScope, db: Queryable, list: ListOfDay): Promise<number> =>
  db.countRows((parameters) => `select ${countOf(scope, list, parameters)} as count`, {
    name: `count-awaited-visits-${list.list}-${scope.everyLab ? 'anywhere' : 'lab'}`,
  })

export const findAwaitedVisits = async (
  scope: LabScope,
  db: Queryable,
  list: ListOfDay,
  page: PageOfRows,
): Promise<TotalledRows<AwaitedVisit>> => {
  const rows = await db.query(
    totalledRow,
    (
      parameters,
    ) => `select ${columnsOf(totalledRow, 'v', { total: countOf(scope, list, parameters), uncollected: uncollectedIn(list.list) })}
       from visits v ${VISIT_JOINS} join patients p on p.id = v.patient_id
      where ${listCondition(list, parameters)} and ${labCondition(scope, parameters, 'v.lab_id')}
        and ${USES_VISITS}
      order by ${ORDER[list.list]}, v.id ${pageClause(page, parameters)}`,
    pageName(page, 'find-awaited-visits', [list.list, scope.everyLab ? 'anywhere' : 'lab']),
  )
  return { rows: rows.map((row) => toAwaited(row, list.now)), total: rows[0]?.total }
}

const IS_UNPAID = `v.payment = 'due' and v.canceled_at is null and not v.is_awaited
  and v.created_at > now() - interval '${SHOWN_DAYS} days'`

/** Visits that lack no report but their payment, newest first, and how many there are up to a limit. */
export const findUnpaidVisits = async (
  scope: LabScope,
  db: Queryable,
  now: Date,
  { limit, countLimit }: { limit: number; countLimit: number },
): Promise<{ count: number; rows: AwaitedVisit[] }> => {
  const parameters = new SqlParameters()
  const page = { limit, offset: 0 }
  const where = `${IS_UNPAID} and ${labCondition(scope, parameters, 'v.lab_id')} and ${USES_VISITS}`
  const [count, rows] = await Promise.all([
    db.countRows(
      `select count(*) from (select 1 from visits v where ${where} limit ${countLimit}) found`,
      parameters.values,
    ),
    db.query(
      awaitedRow,
      `select ${columnsOf(awaitedRow, 'v', { uncollected: uncollectedIn() })} from visits v ${VISIT_JOINS} join patients p on p.id = v.patient_id
        where ${where} order by v.created_at desc, v.id desc ${pageClause(page, parameters)}`,
      parameters.values,
      pageName(page, 'find-unpaid-visits', [scope.everyLab ? 'anywhere' : 'lab']),
    ),
  ])
  return { count, rows: rows.map((row) => toAwaited(row, now)) }
}

const statesRow = z.object({
  patientId: from('p.id', patients.id),
  isAwaited: z.boolean(),
  isSuspended: z.boolean(),
  isReady: z.boolean(),
  dueVisitId: visits.id.nullable(),
  dueUpdatedAt: visits.updatedAt.nullable(),
  newestId: visits.id,
  newestUpdatedAt: visits.updatedAt,
  newestPayment: visits.payment,
  expected: expectedTypes.nullable(),
  ...pick(visits, 'promisedAt targetAt'),
})

const ofFirstAwaited = (value: string) =>
  `(array_agg(${value} order by ${DUE_AT}, v.id) filter (where v.is_awaited))[1]`

const ofNewest = (value: string) => `(array_agg(${value} order by v.id desc)`

/** Recent visits considered per patient. */
const RECENT_VISITS = 20

export const findPatientVisits = async (
  scope: LabScope,
  db: Queryable,
  patientIds: readonly number[],
  now: Date,
): Promise<PatientVisits[]> => {
  const rows = await db.query(
    statesRow,
    (parameters) => `select ${columnsOf(statesRow, '', {
      isAwaited: 'coalesce(bool_or(v.is_awaited), false)',
      dueVisitId: `${ofNewest('v.id')} filter (where v.payment = 'due'))[1]`,
      dueUpdatedAt: `${ofNewest('v.updated_at')} filter (where v.payment = 'due'))[1]`,
      newestId: `${ofNewest('v.id')})[1]`,
      newestUpdatedAt: `${ofNewest('v.updated_at')})[1]`,
      newestPayment: `${ofNewest('v.payment')})[1]`,
      isSuspended: 'bool_or(f.is_suspended)',
      isReady: `coalesce(${ofNewest('f.has_report')} filter (where not f.is_empty))[1], false)`,
      expected: ofFirstAwaited(EXPECTED),
      promisedAt: ofFirstAwaited('v.promised_at'),
      targetAt: ofFirstAwaited('v.target_at'),
    })}
       from patients p
       cross join lateral (
         select v.id, v.lab_id, v.patient_id, v.is_awaited, v.payment, v.promised_at, v.target_at, v.updated_at from visits v
          where v.patient_id = p.id and v.canceled_at is null and ${USES_VISITS}
          order by v.id desc limit ${RECENT_VISITS}) v
       cross join lateral (
         select count(*) = 0 and not exists (select 1 from visit_report_types e where e.visit_id = v.id) as is_empty,
                coalesce(bool_or(r.withdrawn_at is null), false) as has_report,
                ${hasSuspendedReport('v')} as is_suspended
           from reports r where r.visit_id = v.id) f
      where p.id = any(${parameters.add(patientIds)}) and ${labCondition(scope, parameters, 'p.lab_id')}
      group by p.id`,
  )
  return rows.map(({ patientId, isAwaited, isSuspended, isReady, expected, ...row }) => {
    const { promisedAt, targetAt, dueVisitId, dueUpdatedAt, newestId, newestUpdatedAt } = row
    const dueAt = promisedAt ?? targetAt
    const awaited = dueAt !== null && new Date(dueAt) < now ? 'late' : 'awaited'
    return {
      patientId,
      state: isAwaited ? awaited : isSuspended ? 'awaited' : isReady ? 'ready' : null,
      expected: expected ?? [],
      promisedAt,
      targetAt: promisedAt === null ? targetAt : null,
      dueVisit:
        dueVisitId === null || dueUpdatedAt === null ? null : { id: dueVisitId, updatedAt: dueUpdatedAt },
      unknownPayment: row.newestPayment === 'unknown' ? { id: newestId, updatedAt: newestUpdatedAt } : null,
    }
  })
}
