import type { AwaitedVisit, PatientVisits, Payment, Visit, VisitList } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { endOfDay, labCondition, startOfDay } from '../../core/conditions.ts'
import { patients, referrers, users, visits } from '../../core/tables.gen.ts'
import { assignments, columnsOf, from, insertion, type NewRecord } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { countRow, idRow, type RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

const titled = z.object({ id: z.int(), title: z.string() })

const EXPECTED = `
  (select coalesce(json_agg(json_build_object(
            'id', t.id, 'title', t.title,
            'isFulfilled', exists (select 1 from reports r where r.visit_id = v.id and r.report_type_id = t.id
                                      and r.withdrawn_at is null)) order by lower(t.title), t.id), '[]')
     from visit_report_types e join report_types t on t.id = e.report_type_id where e.visit_id = v.id)`
const REPORTS = `
  (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title) order by r.id), '[]')
     from reports r where r.visit_id = v.id and r.withdrawn_at is null)`

const visitRow = z.object({
  id: visits.id,
  labId: visits.labId,
  patientId: visits.patientId,
  referrerId: visits.referrerId,
  referrerName: from('f.name', referrers.name.nullable()),
  referrerKind: from('f.kind', referrers.kind.nullable()),
  expected: from(EXPECTED, z.array(titled.extend({ isFulfilled: z.boolean() }))),
  reports: from(REPORTS, z.array(titled)),
  collectedAt: visits.collectedAt,
  receivedAt: visits.receivedAt,
  promisedAt: visits.promisedAt,
  payment: visits.payment,
  paymentAt: visits.paymentAt,
  payerName: from('u.full_name', users.fullName.nullable()),
  waiverReason: visits.waiverReason,
  note: visits.note,
  createdAt: visits.createdAt,
  updatedAt: visits.updatedAt,
  isAwaited: visits.isAwaited,
  isCanceled: from('v.canceled_at is not null', z.boolean()),
})
type VisitRow = RowOf<typeof visitRow>

const JOINS = 'left join referrers f on f.id = v.referrer_id left join users u on u.id = v.payment_by'

const stateOf = (row: VisitRow, now: Date): Visit['state'] => {
  if (row.isCanceled) return 'canceled'
  if (row.isAwaited) return row.promisedAt !== null && new Date(row.promisedAt) < now ? 'late' : 'awaited'
  return row.expected.length > 0 || row.reports.length > 0 ? 'ready' : 'open'
}

const toVisit = (row: VisitRow, now: Date): Visit => ({
  id: row.id,
  patientId: row.patientId,
  state: stateOf(row, now),
  expected: row.expected,
  reports: row.reports,
  referrer:
    row.referrerId === null || row.referrerName === null || row.referrerKind === null
      ? null
      : { id: row.referrerId, kind: row.referrerKind, name: row.referrerName },
  collectedAt: row.collectedAt,
  receivedAt: row.receivedAt,
  promisedAt: row.promisedAt,
  payment: row.payment,
  paymentSet:
    row.paymentAt === null || row.payerName === null
      ? null
      : { at: row.paymentAt, by: { fullName: row.payerName } },
  waiverReason: row.waiverReason,
  note: row.note,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const findVisit = async (
  scope: LabScope,
  db: Queryable,
  id: number,
  now: Date,
): Promise<Visit | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    visitRow,
    `select ${columnsOf(visitRow, 'v')} from visits v ${JOINS}
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
    parameters.values,
  )
  return row && toVisit(row, now)
}

export const countVisitsOfPatient = async (db: Queryable, patientId: number): Promise<number> =>
  (await db.one(countRow, 'select count(*) from visits where patient_id = $1', [patientId])).count

export const findVisitsOfPatient = async (
  db: Queryable,
  patientId: number,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<Visit[]> => {
  const rows = await db.query(
    visitRow,
    `select ${columnsOf(visitRow, 'v')} from visits v ${JOINS}
      where v.patient_id = $1 order by v.id desc limit $2 offset $3`,
    [patientId, limit, offset],
  )
  return rows.map((row) => toVisit(row, now))
}

const awaitedRow = visitRow.extend({
  patientName: from('p.full_name', patients.fullName),
  patientPhone: from('p.phone', patients.phone),
})

interface ListOfDay {
  list: VisitList
  now: Date
  today: string
  timeZone: string
}

const AWAITED_SINCE = 'coalesce(v.promised_at, v.created_at)'

const listCondition = ({ list, now, today, timeZone }: ListOfDay, parameters: SqlParameters): string => {
  if (list === 'today')
    return `${AWAITED_SINCE} >= ${startOfDay(today, timeZone, parameters)} and ${AWAITED_SINCE} < ${endOfDay(today, timeZone, parameters)}`
  const at = `${parameters.add(now.toISOString())}::timestamptz`
  return list === 'late'
    ? `v.promised_at < ${at}`
    : `v.promised_at >= ${at} and v.promised_at < ${at} + interval '1 hour'`
}

const USES_VISITS = 'exists (select 1 from lab_visit_settings s where s.lab_id = v.lab_id and s.is_on)'

export const countAwaitedVisits = async (
  scope: LabScope,
  db: Queryable,
  list: ListOfDay,
  limit: number,
): Promise<number> => {
  const parameters = new SqlParameters()
  const row = await db.one(
    countRow,
    `select count(*) from (
       select 1 from visits v
        where v.is_awaited and ${listCondition(list, parameters)} and ${labCondition(scope, parameters, 'v.lab_id')}
          and ${USES_VISITS}
        limit ${parameters.add(limit)}) found`,
    parameters.values,
  )
  return row.count
}

export const findAwaitedVisits = async (
  scope: LabScope,
  db: Queryable,
  list: ListOfDay,
  { limit, offset }: { limit: number; offset: number },
): Promise<AwaitedVisit[]> => {
  const parameters = new SqlParameters()
  const order = list.list === 'today' ? AWAITED_SINCE : 'v.promised_at'
  const rows = await db.query(
    awaitedRow,
    `select ${columnsOf(awaitedRow, 'v')} from visits v ${JOINS} join patients p on p.id = v.patient_id
      where v.is_awaited and ${listCondition(list, parameters)} and ${labCondition(scope, parameters, 'v.lab_id')}
        and ${USES_VISITS}
      order by ${order}, v.id limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
    parameters.values,
  )
  return rows.map((row) => ({
    ...toVisit(row, list.now),
    patient: { id: row.patientId, fullName: row.patientName, phone: { number: row.patientPhone } },
  }))
}

const statesRow = z.object({
  patientId: patients.id,
  isAwaited: z.boolean(),
  isReady: z.boolean(),
  isDue: z.boolean(),
  promisedAt: visits.promisedAt,
})

/** Visits of a patient that the counter looks at. */
const RECENT_VISITS = 20

export const findPatientVisits = async (
  scope: LabScope,
  db: Queryable,
  patientIds: readonly number[],
  now: Date,
): Promise<PatientVisits[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    statesRow,
    `select p.id as "patientId", coalesce(bool_or(v.is_awaited), false) as "isAwaited",
            coalesce(bool_or(v.payment = 'due'), false) as "isDue",
            coalesce((array_agg(exists (select 1 from reports r where r.visit_id = v.id and r.withdrawn_at is null)
                                order by v.id desc))[1], false) as "isReady",
            min(v.promised_at) filter (where v.is_awaited) as "promisedAt"
       from patients p
       cross join lateral (
         select v.id, v.is_awaited, v.payment, v.promised_at from visits v
          where v.patient_id = p.id and v.canceled_at is null and ${USES_VISITS}
          order by v.id desc limit ${RECENT_VISITS}) v
      where p.id = any(${parameters.add(patientIds)}) and ${labCondition(scope, parameters, 'p.lab_id')}
      group by p.id`,
    parameters.values,
  )
  return rows.map(({ patientId, isAwaited, isReady, isDue, promisedAt }) => ({
    patientId,
    state: isAwaited
      ? promisedAt !== null && new Date(promisedAt) < now
        ? 'late'
        : 'awaited'
      : isReady
        ? 'ready'
        : null,
    promisedAt,
    isDue,
  }))
}

const storedFields = z.object({
  referrerId: visits.referrerId,
  collectedAt: visits.collectedAt,
  receivedAt: visits.receivedAt,
  promisedAt: visits.promisedAt,
  payment: visits.payment,
  paymentBy: visits.paymentBy,
  paymentAt: visits.paymentAt,
  waiverReason: visits.waiverReason,
  note: visits.note,
})
export type StoredVisit = RowOf<typeof storedFields> & { payment: Payment }

const newVisitRow = storedFields.extend({
  labId: visits.labId,
  patientId: visits.patientId,
  orderKey: visits.orderKey,
  createdBy: visits.createdBy,
})

export const insertVisit = async (tx: Queryable, visit: NewRecord<typeof newVisitRow>): Promise<number> => {
  const parameters = new SqlParameters()
  const text = `insert into visits ${insertion(newVisitRow, visit, parameters)} returning id`
  return (await tx.one(idRow, text, parameters.values)).id
}

export const updateVisit = async (tx: Queryable, id: number, visit: StoredVisit): Promise<void> => {
  const parameters = new SqlParameters()
  // Strictly increasing, because stale forms are detected by this time.
  const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`
  const changed = assignments(storedFields, visit, parameters, touched)
  await tx.execute(`update visits set ${changed} where id = ${parameters.add(id)}`, parameters.values)
}

const lockedRow = storedFields.extend({
  id: visits.id,
  labId: visits.labId,
  patientId: visits.patientId,
  updatedAt: visits.updatedAt,
  isCanceled: from('v.canceled_at is not null', z.boolean()),
})
export type LockedVisit = RowOf<typeof lockedRow>

export const lockVisit = (scope: LabScope, tx: Queryable, id: number): Promise<LockedVisit | undefined> => {
  const parameters = new SqlParameters()
  return tx.maybeOne(
    lockedRow,
    `select ${columnsOf(lockedRow, 'v')} from visits v
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')} for update`,
    parameters.values,
  )
}

export const findPatientOfVisit = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<number | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    idRow,
    `select v.patient_id as id from visits v
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
    parameters.values,
  )
  return row?.id
}

export const replaceExpectedTypes = async (
  tx: Queryable,
  id: number,
  typeIds: readonly number[],
): Promise<void> => {
  await tx.execute('delete from visit_report_types where visit_id = $1 and report_type_id <> all($2)', [
    id,
    typeIds,
  ])
  await tx.execute(
    `insert into visit_report_types (visit_id, report_type_id)
     select $1, t from unnest($2::bigint[]) t on conflict do nothing`,
    [id, typeIds],
  )
}

/** Links published reports of the visit's patient that have no other visit. Returns how many of them there are. */
export const linkReports = async (
  tx: Queryable,
  { id, patientId }: Pick<LockedVisit, 'id' | 'patientId'>,
  reportIds: readonly number[],
): Promise<number> =>
  tx.execute(
    `update reports set visit_id = $1
      where id = any($3) and patient_id = $2 and withdrawn_at is null and (visit_id is null or visit_id = $1)`,
    [id, patientId, reportIds],
  )

export const unlinkOtherReports = async (
  tx: Queryable,
  id: number,
  reportIds: readonly number[],
): Promise<void> => {
  await tx.execute('update reports set visit_id = null where visit_id = $1 and id <> all($2)', [
    id,
    reportIds,
  ])
}

/**
 * A report leaves its visit for another patient. The visit goes along when no other report belongs to it and the patient
 * is of its lab. Returns its id, or undefined when it stays.
 */
export const moveVisitWithReport = async (
  tx: Queryable,
  { visitId, reportId, patientId }: { visitId: number; reportId: number; patientId: number },
): Promise<number | undefined> => {
  await tx.execute('update reports set visit_id = null where id = $1', [reportId])
  const moved = await tx.maybeOne(
    idRow,
    `update visits v set patient_id = p.id, order_key = null from patients p
      where v.id = $1 and p.id = $2 and p.lab_id = v.lab_id
        and not exists (select 1 from reports r where r.visit_id = v.id)
      returning v.id`,
    [visitId, patientId],
  )
  return moved?.id
}

export const markCanceled = async (tx: Queryable, id: number, by: number): Promise<void> => {
  await tx.execute(
    `update visits set canceled_at = now(), canceled_by = $2, is_awaited = false, order_key = null,
            updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where id = $1`,
    [id, by],
  )
}

/** Times of a sender: ISO texts, local in the lab's time zone without an offset. */
export interface StatedVisit {
  orderNumber: string
  collectedAt: string | null
  receivedAt: string | null
  referrer: string | null
}

const statedTimesRow = z.object({ collectedAt: visits.collectedAt, receivedAt: visits.receivedAt })

export const readStatedTimes = (
  tx: Queryable,
  { collectedAt, receivedAt }: StatedVisit,
  timeZone: string,
): Promise<RowOf<typeof statedTimesRow>> => {
  const parameters = new SqlParameters()
  const zone = `${parameters.add(timeZone)}::text`
  const momentOf = (text: string | null) => {
    const value = `${parameters.add(text)}::text`
    return `case when ${value} ~ '[+-][0-9]{2}:[0-9]{2}$' then (${value})::timestamptz
                 else (${value})::timestamp at time zone ${zone} end`
  }
  return tx.one(
    statedTimesRow,
    `select ${momentOf(collectedAt)} as "collectedAt", ${momentOf(receivedAt)} as "receivedAt"`,
    parameters.values,
  )
}

export const findVisitOfOrder = async (
  tx: Queryable,
  patientId: number,
  orderNumber: string,
): Promise<number | undefined> => {
  const text = 'select id from visits where patient_id = $1 and order_key = $2'
  return (await tx.maybeOne(idRow, text, [patientId, orderNumber]))?.id
}
