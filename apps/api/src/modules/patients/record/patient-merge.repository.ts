import {
  patientChangeSchema,
  patientDeliveryBody,
  type MergePreview,
  type PatientDeliveryChoice,
  type PatientMerge,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patientMerges, patients, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { TOUCHED } from './patient-records.repository.ts'
import { PATIENT_JOINS, patientRow, toPatientRow } from '../directory/patient-row.ts'
import type { FieldChange } from '../directory/patient-values.ts'

export interface MergeCandidate {
  labId: number
  mergedInto: number | null
  shown: Omit<MergePreview['survivor'], 'delivery'>
}

const reportsOfPatient = (withdrawn: string) =>
  from(`(select count(*) from reports r where r.patient_id = p.id and r.withdrawn_at ${withdrawn})`, z.int())

const candidateRow = patientRow.extend({
  mergedInto: patients.mergedInto,
  reportCount: reportsOfPatient('is null'),
  withdrawnCount: reportsOfPatient('is not null'),
})

export const findMergeCandidate = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<MergeCandidate | undefined> => {
  const row = await db.maybeOne(
    candidateRow,
    (parameters) => `select ${columnsOf(candidateRow, 'p')}
       from patients p ${PATIENT_JOINS}
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )
  return (
    row && {
      labId: row.labId,
      mergedInto: row.mergedInto,
      shown: {
        ...toPatientRow(row),
        lab: { id: row.labId, name: row.labName ?? '' },
        reportCount: row.reportCount,
        withdrawnCount: row.withdrawnCount,
      },
    }
  )
}

export const moveReports = async (tx: Queryable, fromId: number, toId: number): Promise<number[]> => {
  const rows = await tx.query(
    idRow,
    'update reports set patient_id = $2 where patient_id = $1 returning id',
    [fromId, toId],
  )
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

/** After the visits: a report goes where its visit goes. Those without a visit return if they came with the merge. */
export const moveReportsBack = (
  tx: Queryable,
  move: { reportIds: number[]; unreleasedIds: number[]; fromId: number; toId: number },
): Promise<number> =>
  tx.execute(
    `update reports r set patient_id = $3
      where r.patient_id = $2 and case
        when r.visit_id is not null then exists (select 1 from visits v where v.id = r.visit_id and v.patient_id = $3)
        else r.id = any($1 || array(select n.report_id from report_versions n where n.version = 1 and n.release_id = any($4)))
      end`,
    [move.reportIds, move.fromId, move.toId, move.unreleasedIds],
  )

/** A copy that was released during the merge and joined the other patient's visit goes back without it. */
export const leaveVisitsOfOthers = async (
  tx: Queryable,
  move: { unreleasedIds: number[]; fromId: number; toId: number },
): Promise<void> => {
  await tx.execute(
    `update reports r set visit_id = null
       from report_versions n, reports w
      where r.patient_id = $2 and n.report_id = r.id and n.version = 1 and n.release_id = any($1)
        and w.id = r.republished_from and w.patient_id = $2 and r.visit_id is not null
        and not exists (select 1 from visits v where v.id = r.visit_id and v.patient_id = $3)`,
    [move.unreleasedIds, move.fromId, move.toId],
  )
}

/** A sender's order that both records have names the survivor's visit. */
export const moveVisits = async (tx: Queryable, fromId: number, toId: number): Promise<number[]> => {
  const rows = await tx.query(
    idRow,
    `update visits v
        set patient_id = $2,
            order_key = case when not exists (
              select 1 from visits s where s.patient_id = $2 and s.order_key = v.order_key) then v.order_key end
      where v.patient_id = $1 returning v.id`,
    [fromId, toId],
  )
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

export const moveVisitsBack = async (
  tx: Queryable,
  move: { visitIds: number[]; fromId: number; toId: number },
): Promise<void> => {
  await tx.execute('update visits set patient_id = $3 where id = any($1) and patient_id = $2', [
    move.visitIds,
    move.fromId,
    move.toId,
  ])
}

/** Reports that await release. Released ones stay as they were; their reports move. */
export const moveUnreleased = async (tx: Queryable, fromId: number, toId: number): Promise<number[]> => {
  const rows = await tx.query(
    idRow,
    `update unreleased_reports set patient_id = $2
      where patient_id = $1 and state in ('awaiting', 'returned') returning id`,
    [fromId, toId],
  )
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

/** After the reports: an amendment goes where its report goes, another one where its visit goes. */
export const moveUnreleasedBack = async (
  tx: Queryable,
  move: { unreleasedIds: number[]; fromId: number; toId: number },
): Promise<void> => {
  await tx.execute(
    `update unreleased_reports u set patient_id = $3
      where u.patient_id = $2 and u.state in ('awaiting', 'returned') and case
        when u.report_id is not null then exists (select 1 from reports r where r.id = u.report_id and r.patient_id = $3)
        when u.visit_id is not null then exists (select 1 from visits v where v.id = u.visit_id and v.patient_id = $3)
        else u.id = any($1) end`,
    [move.unreleasedIds, move.fromId, move.toId],
  )
}

export const setMergedInto = async (tx: Queryable, id: number, intoId: number | null): Promise<void> => {
  await tx.execute(`update patients set merged_into = $2, ${TOUCHED} where id = $1`, [id, intoId])
}

/** Lets the search find a record by values of the records merged into it. */
export const updateFormerIds = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(
    `update patients s
        set former_ids = coalesce(
              (select string_agg(E'\\n' || m.search, '' order by m.id) from patients m where m.merged_into = s.id), ''),
            ${TOUCHED}
      where s.id = $1`,
    [id],
  )
}

const newMergeRow = z.object({
  ...pick(patientMerges, 'survivorId mergedId mergedBy reason reportIds changes deliveryChange'),
  ...pick(patientMerges, 'visitIds unreleasedIds'),
})

export const insertMerge = async (
  tx: Queryable,
  merge: MergeRecord & { survivorId: number; mergedId: number; mergedBy: number; reason: string },
): Promise<void> => {
  const values = {
    ...merge,
    changes: JSON.stringify(merge.changes),
    deliveryChange: merge.deliveryChange && JSON.stringify(merge.deliveryChange),
  }
  await tx.execute((parameters) => `insert into patient_merges ${insertion(newMergeRow, values, parameters)}`)
}

interface DeliveryChange {
  before: PatientDeliveryChoice
  after: PatientDeliveryChoice
}

export interface MergeRecord {
  reportIds: number[]
  visitIds: number[]
  unreleasedIds: number[]
  changes: FieldChange[]
  deliveryChange: DeliveryChange | null
}

const mergeRow = z.object({
  ...pick(patientMerges, 'id survivorId mergedId'),
  mergedName: from('x.full_name', patients.fullName),
  at: from('m.merged_at', patientMerges.mergedAt),
  byName: from('u.full_name', users.fullName),
  ...pick(patientMerges, 'reason reportIds visitIds unreleasedIds'),
  changes: patientChangeSchema.shape.changes,
  deliveryChange: z.object({ before: patientDeliveryBody, after: patientDeliveryBody }).nullable(),
  undoneAt: patientMerges.undoneAt,
  // Merges into one record are undone latest first, and not while that record is merged itself.
  isUndoable: from(
    `m.undone_at is null and s.merged_into is null and not exists (
       select 1 from patient_merges n
        where n.survivor_id = m.survivor_id and n.id > m.id and n.undone_at is null)`,
    z.boolean(),
  ),
})

const MERGE_SELECTION = `
  select ${columnsOf(mergeRow, 'm')}
    from patient_merges m
    join patients s on s.id = m.survivor_id
    join patients x on x.id = m.merged_id
    join users u on u.id = m.merged_by`

const toMerge = ({
  byName,
  reportIds,
  visitIds: _visits,
  unreleasedIds: _unreleased,
  changes: _,
  deliveryChange: _change,
  ...row
}: RowOf<typeof mergeRow>): PatientMerge => ({
  ...row,
  by: { fullName: byName },
  movedReports: reportIds.length,
})

export const findMerges = async (
  scope: LabScope,
  db: Queryable,
  survivorId: number,
): Promise<PatientMerge[]> => {
  const rows = await db.query(
    mergeRow,
    (parameters) => `${MERGE_SELECTION}
      where m.survivor_id = ${parameters.add(survivorId)} and ${labCondition(scope, parameters, 's.lab_id')}
      order by m.id desc`,
  )
  return rows.map(toMerge)
}

export const findMerge = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<{ merge: PatientMerge; record: MergeRecord } | undefined> => {
  const row = await db.maybeOne(
    mergeRow,
    (parameters) => `${MERGE_SELECTION}
      where m.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 's.lab_id')}`,
  )
  return (
    row && {
      merge: toMerge(row),
      record: {
        reportIds: row.reportIds,
        visitIds: row.visitIds,
        unreleasedIds: row.unreleasedIds,
        changes: row.changes,
        deliveryChange: row.deliveryChange,
      },
    }
  )
}

export const markUndone = async (tx: Queryable, id: number, by: number): Promise<void> => {
  await tx.execute('update patient_merges set undone_at = now(), undone_by = $2 where id = $1', [id, by])
}
