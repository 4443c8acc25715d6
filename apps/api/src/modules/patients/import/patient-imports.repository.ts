import type { ImportState, PatientImport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { labs, patientImports } from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'

const importRow = z.object({
  ...pick(patientImports, 'id fileName labId'),
  labName: from('l.name', labs.name),
  ...pick(patientImports, 'state problem encoding separator dateOrder unknownColumns skipDuplicates'),
  ...pick(patientImports, 'skipInvalid rowsTotal rowsChecked rowsWritten rowsWithErrors rowsDuplicate'),
  ...pick(patientImports, 'createdAt finishedAt'),
})

const toImport = ({ labId, labName, ...row }: RowOf<typeof importRow>): PatientImport => ({
  ...row,
  lab: { id: labId, name: labName },
})

export const isLabInScope = (scope: LabScope, db: Queryable, labId: number): Promise<boolean> =>
  db.exists(
    (parameters) =>
      `select 1 from labs where id = ${parameters.add(labId)} and ${labCondition(scope, parameters, 'id')}`,
  )

export const findImport = async (
  scope: LabScope,
  db: Queryable,
  key: { id: number; createdBy: number },
): Promise<PatientImport | undefined> => {
  const row = await db.maybeOne(
    importRow,
    (parameters) => `select ${columnsOf(importRow, 'i')}
       from patient_imports i join labs l on l.id = i.lab_id
      where i.id = ${parameters.add(key.id)} and i.created_by = ${parameters.add(key.createdBy)}
        and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )
  return row && toImport(row)
}

const newImportRow = z.object(pick(patientImports, 'labId createdBy fileName content dateOrder encoding'))

export const insertImport = (db: Queryable, started: NewRecord<typeof newImportRow>): Promise<number> =>
  db.insertedId(
    (parameters) =>
      `insert into patient_imports ${insertion(newImportRow, started, parameters)} returning id`,
  )

export const findSurplusImports = (
  db: Queryable,
  createdBy: number,
  allowed: number,
): Promise<{ id: number }[]> =>
  db.query(
    idRow,
    `select id from patient_imports where created_by = $1 and state in ('checking', 'ready')
      order by id desc offset $2`,
    [createdBy, allowed],
  )

/**
 * Changes the state from ready to writing. Returns false if the import is not ready, is confirmed already, has errors
 * without permission to skip them, or has no other rows.
 */
export const confirmImport = async (
  db: Queryable,
  id: number,
  confirmation: { skipDuplicates: boolean; skipInvalid: boolean; address: string; requestId: string },
): Promise<boolean> =>
  (await db.execute(
    `update patient_imports
        set state = 'writing', skip_duplicates = $2, problem = null, attempts = 0, rows_written = 0,
            confirmed_address = $3, confirmed_request_id = $4, skip_invalid = $5
      where id = $1 and state = 'ready'
        and (rows_with_errors = 0 or ($5 and rows_with_errors < rows_total))`,
    [id, confirmation.skipDuplicates, confirmation.address, confirmation.requestId, confirmation.skipInvalid],
  )) > 0

export type ImportEnd = 'refused' | 'failed' | 'cancelled' | 'done'

/** Deletes the rows, except the faulty ones of a written import. Returns false if no given state applies. */
export const endImport = async (
  db: Queryable,
  id: number,
  end: { state: ImportEnd; from: ImportState[]; problem?: string; rowsWritten?: number },
): Promise<boolean> => {
  const ended = await db.execute(
    `update patient_imports
        set state = $2, problem = $4, content = null, finished_at = clock_timestamp(), rows_written = $5
      where id = $1 and state = any($3)`,
    [id, end.state, end.from, end.problem ?? null, end.rowsWritten ?? 0],
  )
  if (ended === 0) return false
  await db.execute(
    `delete from patient_import_rows where import_id = $1 and ($2 <> 'done' or errors = '[]')`,
    [id, end.state],
  )
  return true
}

export const deleteOldImports = async (db: Queryable, retentionHours: number): Promise<void> => {
  await db.execute(
    `delete from patient_import_rows r using patient_imports i
      where i.id = r.import_id and i.state = 'done' and i.finished_at < now() - make_interval(hours => $1)`,
    [retentionHours],
  )
  await db.execute(
    `delete from patient_imports
      where state not in ('writing', 'done') and created_at < now() - make_interval(hours => $1)`,
    [retentionHours],
  )
}

const SLICE_BYTES = 128 * 1024

const sliceRow = z.object({ slice: patientImports.content })

/** Reads slices, so that the file is never completely in memory. Ends early if the file is removed. */
export async function* readContent(db: Queryable, importId: number): AsyncGenerator<Buffer> {
  for (let from = 1; ; from += SLICE_BYTES) {
    const row = await db.maybeOne(
      sliceRow,
      'select substring(content from $2 for $3) as slice from patient_imports where id = $1',
      [importId, from, SLICE_BYTES],
    )
    if (!row?.slice || row.slice.length === 0) return
    yield row.slice
  }
}
