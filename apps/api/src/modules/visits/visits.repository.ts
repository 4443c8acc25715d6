import type { Payment, Visit } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { visits } from '../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  pick,
  type NewRecord,
} from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { toVisit, VISIT_JOINS, visitRow } from './visit-row.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const visitsTables: Tables = {
  lab_calendars: { changes: 'week holidays seasons' },
  lab_turnaround_targets: { removes: true },
  lab_visit_settings: { changes: 'is_on holds_unpaid gives_links' },
  referrers: { changes: 'kind name phone email license_number archived_at note' },
  visit_report_types: { changes: 'target_at', removes: true },
  visits: {
    adds: `lab_id patient_id referrer_id is_referrer_certain order_number collected_at received_at
      collected_on received_on promised_at payment payment_by payment_at waiver_reason note
      order_key created_by`,
    changes: `patient_id referrer_id collected_at received_at promised_at payment payment_by payment_at
      waiver_reason note order_key updated_at canceled_by canceled_at is_awaited target_at
      collected_on received_on order_number is_referrer_certain`,
  },
}

export const findVisit = async (
  scope: LabScope,
  db: Queryable,
  id: number,
  now: Date,
): Promise<Visit | undefined> => {
  const row = await db.maybeOne(
    visitRow,
    (parameters) => `select ${columnsOf(visitRow, 'v')} from visits v ${VISIT_JOINS}
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
  )
  return row && toVisit(row, now)
}

export const countVisitsOfPatient = (db: Queryable, patientId: number): Promise<number> =>
  db.countRows('select count(*) from visits where patient_id = $1', [patientId])

export const findVisitsOfPatient = async (
  db: Queryable,
  patientId: number,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<Visit[]> => {
  const rows = await db.query(
    visitRow,
    `select ${columnsOf(visitRow, 'v')} from visits v ${VISIT_JOINS}
      where v.patient_id = $1 order by v.id desc limit $2 offset $3`,
    [patientId, limit, offset],
  )
  return rows.map((row) => toVisit(row, now))
}

const storedFields = z.object({
  ...pick(visits, 'referrerId isReferrerCertain orderNumber collectedAt receivedAt promisedAt payment'),
  ...pick(visits, 'paymentBy paymentAt waiverReason note'),
})
export type StoredVisit = RowOf<typeof storedFields> & { payment: Payment }

export const EMPTY_VISIT: StoredVisit = {
  referrerId: null,
  isReferrerCertain: false,
  orderNumber: null,
  collectedAt: null,
  receivedAt: null,
  promisedAt: null,
  payment: 'unknown',
  paymentBy: null,
  paymentAt: null,
  waiverReason: null,
  note: null,
}

const newVisitRow = storedFields.extend(
  pick(visits, 'collectedOn receivedOn labId patientId orderKey createdBy'),
)

export const insertVisit = (tx: Queryable, visit: NewRecord<typeof newVisitRow>): Promise<number> =>
  tx.insertedId(
    (parameters) => `insert into visits ${insertion(newVisitRow, visit, parameters)} returning id`,
  )

export const updateVisit = async (tx: Queryable, id: number, visit: StoredVisit): Promise<void> => {
  const parameters = new SqlParameters()
  // Strictly increasing, because stale forms are detected by this time.
  const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`
  const changed = assignments(storedFields, visit, parameters, touched)
  await tx.execute(`update visits set ${changed} where id = ${parameters.add(id)}`, parameters.values)
}

const lockedRow = storedFields.extend({
  ...pick(visits, 'id labId patientId updatedAt'),
  isCanceled: from('v.canceled_at is not null', z.boolean()),
})
export type LockedVisit = RowOf<typeof lockedRow>

export const lockVisit = async (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<LockedVisit | undefined> => {
  // The patient first, as everywhere (docs/rules.md).
  await tx.execute(
    'select 1 from patients where id = (select patient_id from visits where id = $1) for no key update',
    [id],
  )
  return tx.maybeOne(
    lockedRow,
    (parameters) => `select ${columnsOf(lockedRow, 'v')} from visits v
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')} for update`,
  )
}

/** The patient's only visit that awaits a report of the type, in a lab that uses visits. The patient is locked. */
export const findVisitAwaiting = async (
  tx: Queryable,
  patientId: number,
  reportTypeId: number,
): Promise<number | undefined> => {
  const rows = await tx.query(
    idRow,
    `select v.id from visits v
       join lab_visit_settings s on s.lab_id = v.lab_id and s.is_on
       join visit_report_types e on e.visit_id = v.id and e.report_type_id = $2
      where v.patient_id = $1 and v.is_awaited and not exists (
              select 1 from reports r
               where r.visit_id = v.id and r.report_type_id = $2 and r.withdrawn_at is null)
          -- It moves to another patient with a release.
          and not exists (select 1 from unreleased_reports u
                           where u.moves_visit_id = v.id and u.state in ('awaiting', 'returned'))
      limit 2`,
    [patientId, reportTypeId],
  )
  return rows.length === 1 ? rows[0]?.id : undefined
}

export const findPatientOfVisit = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    idRow,
    (parameters) => `select v.patient_id as id from visits v
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
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

/** Links published reports of the visit's patient that have no other visit. Returns their number. */
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

/** Withdrawn reports keep their visit, with which they move. */
export const unlinkOtherReports = async (
  tx: Queryable,
  id: number,
  reportIds: readonly number[],
): Promise<void> => {
  await tx.execute(
    'update reports set visit_id = null where visit_id = $1 and id <> all($2) and withdrawn_at is null',
    [id, reportIds],
  )
}

export const markCanceled = async (tx: Queryable, id: number, by: number): Promise<void> => {
  await tx.execute(
    `update visits set canceled_at = now(), canceled_by = $2, is_awaited = false, order_key = null,
            updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where id = $1`,
    [id, by],
  )
}
