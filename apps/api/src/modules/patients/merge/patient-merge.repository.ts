import type { MergePreview, PatientMerge } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { TOUCHED } from '../records/patient-records.repository.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, toPatientRow, type PatientRecord } from '../registry/patient-row.ts'
import type { FieldChange } from '../registry/patient-values.ts'

export interface MergeCandidate {
  labId: number
  mergedInto: number | null
  shown: MergePreview['survivor']
}

type CandidateRow = PatientRecord & {
  merged_into: number | null
  report_count: number
  withdrawn_count: number
}

/** A record with what would move with it. */
export const findMergeCandidate = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<MergeCandidate | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne<CandidateRow>(
    `select ${PATIENT_COLUMNS}, p.merged_into,
            (select count(*) from reports r where r.patient_id = p.id and r.withdrawn_at is null) as report_count,
            (select count(*) from reports r where r.patient_id = p.id and r.withdrawn_at is not null) as withdrawn_count
       from patients p ${PATIENT_JOINS}
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
  )
  return (
    row && {
      labId: row.lab_id,
      mergedInto: row.merged_into,
      shown: {
        ...toPatientRow(row),
        lab: { id: row.lab_id, name: row.lab_name ?? '' },
        reportCount: row.report_count,
        withdrawnCount: row.withdrawn_count,
      },
    }
  )
}

/** Moves every report, withdrawn ones too, and tells which. */
export const moveReports = async (tx: Queryable, fromId: number, toId: number): Promise<number[]> => {
  const rows = await tx.query<{ id: number }>(
    'update reports set patient_id = $2 where patient_id = $1 returning id',
    [fromId, toId],
  )
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

/** Moves those of the named reports that the patient still has, and tells how many. */
export const moveReportsBack = (
  tx: Queryable,
  move: { reportIds: number[]; fromId: number; toId: number },
): Promise<number> =>
  tx.execute('update reports set patient_id = $3 where id = any($1) and patient_id = $2', [
    move.reportIds,
    move.fromId,
    move.toId,
  ])

/** From now on the id leads to `intoId`; null: to the record itself again. */
export const setMergedInto = async (tx: Queryable, id: number, intoId: number | null): Promise<void> => {
  await tx.execute(`update patients set merged_into = $2, ${TOUCHED} where id = $1`, [id, intoId])
}

export const writeFormerIds = async (tx: Queryable, id: number, formerIds: string): Promise<void> => {
  await tx.execute(`update patients set former_ids = $2, ${TOUCHED} where id = $1`, [id, formerIds])
}

export const insertMerge = async (
  tx: Queryable,
  merge: {
    survivorId: number
    mergedId: number
    by: number
    reason: string
    reportIds: number[]
    changes: FieldChange[]
  },
): Promise<void> => {
  await tx.execute(
    `insert into patient_merges (survivor_id, merged_id, merged_by, reason, report_ids, changes)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      merge.survivorId,
      merge.mergedId,
      merge.by,
      merge.reason,
      merge.reportIds,
      JSON.stringify(merge.changes),
    ],
  )
}

/** What a merge did, to be undone. */
export interface MergeRecord {
  reportIds: number[]
  changes: FieldChange[]
}

type MergeRow = Omit<PatientMerge, 'by' | 'movedReports'> & MergeRecord & { byName: string }

// Merges into one record are undone from the latest back, and not while that record is merged itself.
const MERGE_SELECTION = `
  select m.id, m.survivor_id as "survivorId", m.merged_id as "mergedId", x.full_name as "mergedName",
         m.merged_at as at, u.full_name as "byName", m.reason, m.report_ids as "reportIds", m.changes,
         m.undone_at as "undoneAt",
         m.undone_at is null and s.merged_into is null and not exists (
           select 1 from patient_merges n
            where n.survivor_id = m.survivor_id and n.id > m.id and n.undone_at is null) as "isUndoable"
    from patient_merges m
    join patients s on s.id = m.survivor_id
    join patients x on x.id = m.merged_id
    join users u on u.id = m.merged_by`

const toMerge = ({ byName, reportIds, changes: _, ...row }: MergeRow): PatientMerge => ({
  ...row,
  by: { fullName: byName },
  movedReports: reportIds.length,
})

/** The merges into a record, the latest first. */
export const findMerges = async (
  scope: LabScope,
  db: Queryable,
  survivorId: number,
): Promise<PatientMerge[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query<MergeRow>(
    `${MERGE_SELECTION}
      where m.survivor_id = ${parameters.add(survivorId)} and ${labCondition(scope, parameters, 's.lab_id')}
      order by m.id desc`,
    parameters.values,
  )
  return rows.map(toMerge)
}

export const findMerge = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<{ merge: PatientMerge; record: MergeRecord } | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne<MergeRow>(
    `${MERGE_SELECTION}
      where m.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 's.lab_id')}`,
    parameters.values,
  )
  return row && { merge: toMerge(row), record: { reportIds: row.reportIds, changes: row.changes } }
}

export const markUndone = async (tx: Queryable, id: number, by: number): Promise<void> => {
  await tx.execute('update patient_merges set undone_at = now(), undone_by = $2 where id = $1', [id, by])
}
