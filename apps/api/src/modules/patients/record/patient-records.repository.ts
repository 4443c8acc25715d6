import { type PatientChange, patientChangeSchema } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patientChanges, patients, users } from '../../../core/tables.gen.ts'
import { assignments, columnsOf, from, pick, type Changes } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { patientValuesRow, type FieldChange, type PatientValues } from '../directory/patient-values.ts'

/** Locked against changes, merges, deletion and publishing until the transaction ends. */
export interface LockedPatient {
  id: number
  labId: number
  values: PatientValues
  updatedAt: string
  mergedInto: number | null
}

const lockedRow = patientValuesRow.extend(pick(patients, 'id labId updatedAt mergedInto'))

const toLockedPatient = ({ id, labId, updatedAt, mergedInto, ...values }: RowOf<typeof lockedRow>) => ({
  id,
  labId,
  updatedAt,
  mergedInto,
  values,
})

/** Ordered by id to avoid deadlocks. */
export const lockPatients = async (
  scope: LabScope,
  tx: Queryable,
  ids: number[],
): Promise<LockedPatient[]> => {
  const rows = await tx.query(
    lockedRow,
    (parameters) => `select ${columnsOf(lockedRow, 'p')} from patients p
      where p.id = any(${parameters.add(ids)}) and ${labCondition(scope, parameters, 'p.lab_id')}
      order by p.id for update`,
  )
  return rows.map(toLockedPatient)
}

// Strictly increasing, even within one millisecond, because stale forms are detected by this time.
export const TOUCHED = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

export const updatePatientValues = async (
  tx: Queryable,
  patientId: number,
  changes: Changes<typeof patientValuesRow>,
): Promise<void> => {
  await tx.execute((parameters) => {
    const changed = assignments(patientValuesRow, changes, parameters, TOUCHED)
    return `update patients set ${changed} where id = ${parameters.add(patientId)}`
  })
}

export const insertPatientChange = async (
  tx: Queryable,
  change: { patientId: number; by: number; kind: PatientChange['kind']; changes: FieldChange[] },
): Promise<void> => {
  await tx.execute(
    'insert into patient_changes (patient_id, changed_by, kind, changes) values ($1, $2, $3, $4)',
    [change.patientId, change.by, change.kind, JSON.stringify(change.changes)],
  )
}

const changeRow = z.object({
  id: patientChanges.id,
  at: from('c.changed_at', patientChanges.changedAt),
  byName: from('u.full_name', users.fullName),
  kind: patientChanges.kind,
  changes: patientChangeSchema.shape.changes,
})

export const findPatientChanges = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<PatientChange[]> => {
  const rows = await db.query(
    changeRow,
    (parameters) => `select ${columnsOf(changeRow, 'c')}
       from patient_changes c
       join patients p on p.id = c.patient_id
       join users u on u.id = c.changed_by
      where c.patient_id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}
      order by c.id desc`,
  )
  return rows.map(({ byName, ...change }) => ({ ...change, by: { fullName: byName } }))
}

const dependentsRow = z.object({
  hasReports: from(
    `exists (select 1 from reports where patient_id = $1)
       or exists (select 1 from unreleased_reports u
                   where u.patient_id = $1 and (u.state <> 'discarded' or exists (
                     select 1 from critical_results c where c.unreleased_id = u.id)))`,
    z.boolean(),
  ),
  hasMerges: from('exists (select 1 from patients where merged_into = $1)', z.boolean()),
  hasHolds: from('exists (select 1 from legal_holds where patient_id = $1)', z.boolean()),
})

export const findDependents = (tx: Queryable, patientId: number): Promise<RowOf<typeof dependentsRow>> =>
  tx.one(dependentsRow, `select ${columnsOf(dependentsRow)}`, [patientId])

/** Undone merges are deleted with the record. */
export const deletePatient = async (tx: Queryable, patientId: number): Promise<void> => {
  await tx.execute('delete from patient_merges where survivor_id = $1 or merged_id = $1', [patientId])
  await tx.execute('delete from patients where id = $1', [patientId])
}
