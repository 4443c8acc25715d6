import type { DateOrder, ImportState, PatientImport } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

interface ImportRecord {
  id: number
  file_name: string
  lab_id: number
  lab_name: string
  state: ImportState
  problem: string | null
  encoding: string | null
  separator: string | null
  date_order: DateOrder
  unknown_columns: string[]
  skip_duplicates: boolean
  rows_total: number | null
  rows_checked: number
  rows_written: number
  rows_with_errors: number
  rows_duplicate: number
  created_at: string
  finished_at: string | null
}

const toImport = (row: ImportRecord): PatientImport => ({
  id: row.id,
  fileName: row.file_name,
  lab: { id: row.lab_id, name: row.lab_name },
  state: row.state,
  problem: row.problem,
  encoding: row.encoding,
  separator: row.separator,
  dateOrder: row.date_order,
  unknownColumns: row.unknown_columns,
  skipDuplicates: row.skip_duplicates,
  rowsTotal: row.rows_total,
  rowsChecked: row.rows_checked,
  rowsWritten: row.rows_written,
  rowsWithErrors: row.rows_with_errors,
  rowsDuplicate: row.rows_duplicate,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

/** False when the caller's scope has no such lab. */
export const isLabInScope = async (scope: LabScope, db: Queryable, labId: number): Promise<boolean> => {
  const parameters = new SqlParameters()
  const lab = await db.maybeOne(
    `select 1 from labs where id = ${parameters.add(labId)} and ${labCondition(scope, parameters, 'id')}`,
    parameters.values,
  )
  return lab !== undefined
}

/** An import of this user in scope; nobody else's is ever found. */
export const findImport = async (
  scope: LabScope,
  db: Queryable,
  key: { id: number; createdBy: number },
): Promise<PatientImport | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne<ImportRecord>(
    `select i.id, i.file_name, i.lab_id, l.name as lab_name, i.state, i.problem, i.encoding, i.separator,
            i.date_order, i.unknown_columns, i.skip_duplicates, i.rows_total, i.rows_checked, i.rows_written,
            i.rows_with_errors, i.rows_duplicate, i.created_at, i.finished_at
       from patient_imports i join labs l on l.id = i.lab_id
      where i.id = ${parameters.add(key.id)} and i.created_by = ${parameters.add(key.createdBy)}
        and ${labCondition(scope, parameters, 'i.lab_id')}`,
    parameters.values,
  )
  return row && toImport(row)
}

export const insertImport = async (
  db: Queryable,
  started: {
    labId: number
    createdBy: number
    fileName: string
    content: Buffer
    dateOrder: DateOrder
  },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(
    `insert into patient_imports (lab_id, created_by, file_name, content, date_order)
     values ($1, $2, $3, $4, $5) returning id`,
    [started.labId, started.createdBy, started.fileName, started.content, started.dateOrder],
  )
  return id
}

/** The older ones of a user's unconfirmed imports, those beyond the number that may be open at once. */
export const findSurplusImports = (
  db: Queryable,
  createdBy: number,
  kept: number,
): Promise<{ id: number }[]> =>
  db.query(
    `select id from patient_imports where created_by = $1 and state in ('checking', 'ready')
      order by id desc offset $2`,
    [createdBy, kept],
  )

/** From ready to writing; false when it is not ready, has errors, or somebody was faster. */
export const confirmImport = async (
  db: Queryable,
  id: number,
  confirmation: { skipDuplicates: boolean; address: string; requestId: string },
): Promise<boolean> =>
  (await db.execute(
    `update patient_imports
        set state = 'writing', skip_duplicates = $2, problem = null, attempts = 0, rows_written = 0,
            confirmed_address = $3, confirmed_request_id = $4
      where id = $1 and state = 'ready' and rows_with_errors = 0`,
    [id, confirmation.skipDuplicates, confirmation.address, confirmation.requestId],
  )) > 0

export type ImportEnd = 'refused' | 'failed' | 'cancelled' | 'done'

/** Ends an import and removes what was read; false when it is in none of the given states any more. */
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
  await db.execute('delete from patient_import_rows where import_id = $1', [id])
  return true
}

/** Removes imports that nobody confirmed in time, with all that was read; what was written stays on record. */
export const deleteOldImports = (db: Queryable, keptHours: number): Promise<number> =>
  db.execute(
    `delete from patient_imports
      where state not in ('writing', 'done') and created_at < now() - make_interval(hours => $1)`,
    [keptHours],
  )
