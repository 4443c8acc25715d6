import type { DateOrder, User } from '@zelab/contract'
import { z } from 'zod'
import { patientImports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { toUser, USER_COLUMNS, userRow } from '../../../core/user-row.ts'

export interface PendingImport {
  id: number
  labId: number
  creator: User
  dateOrder: DateOrder
  encoding: string | null
  state: 'checking' | 'writing'
  skipDuplicates: boolean
  rowsDuplicate: number
  rowsWithErrors: number
  attempts: number
  confirmedAddress: string | null
  confirmedRequestId: string | null
}

const importRow = z.object({
  importId: from('i.id', patientImports.id),
  importLabId: from('i.lab_id', patientImports.labId),
  ...pick(patientImports, 'dateOrder encoding'),
  state: z.enum(['checking', 'writing']),
  ...pick(patientImports, 'skipDuplicates rowsDuplicate rowsWithErrors attempts confirmedAddress'),
  ...pick(patientImports, 'confirmedRequestId'),
})
const pendingRow = userRow.extend(importRow.shape)

const LOCK = [0x7a656c, 1] as const

const lockRow = z.object({ isLocked: z.boolean() })

export const lockImports = async (tx: Queryable): Promise<boolean> => {
  const row = await tx.one(lockRow, 'select pg_try_advisory_xact_lock($1, $2) as "isLocked"', LOCK)
  return row.isLocked
}

// A counter slot outside those of other connections (migration 0005).
const COUNT_SLOT = 16

/** Uses a separate counter row, so that registrations do not wait for the import. */
export const countApart = async (tx: Queryable): Promise<void> => {
  await tx.execute(`select set_config('zelab.count_slot', $1, true)`, [String(COUNT_SLOT)])
}

export const findPendingImport = async (
  tx: Queryable,
  except: number[],
): Promise<PendingImport | undefined> => {
  const row = await tx.maybeOne(
    pendingRow,
    `select ${columnsOf(importRow, 'i')}, ${USER_COLUMNS}
       from patient_imports i join users u on u.id = i.created_by left join labs l on l.id = u.lab_id
      where i.state in ('checking', 'writing') and i.id <> all($1)
      order by i.id limit 1`,
    [except],
  )
  return row && { ...row, id: row.importId, labId: row.importLabId, creator: toUser(row) }
}

export const countAttempt = (db: Queryable, id: number): Promise<number> =>
  db.execute('update patient_imports set attempts = attempts + 1 where id = $1', [id])

export interface ReadResult {
  encoding: string
  separator: string
  unknownColumns: string[]
  rowsTotal: number
}

// Updates return whether the import is still active, because it may have been cancelled.

export const startReading = async (db: Queryable, id: number, result: ReadResult): Promise<boolean> =>
  (await db.execute(
    `update patient_imports
        set encoding = $2, separator = $3, unknown_columns = $4, rows_total = $5,
            rows_checked = 0, rows_with_errors = 0, rows_duplicate = 0
      where id = $1 and state = 'checking'`,
    [id, result.encoding, result.separator, result.unknownColumns, result.rowsTotal],
  )) > 0

export const showRowsChecked = async (
  db: Queryable,
  id: number,
  rows: { checked: number; withErrors: number },
): Promise<boolean> =>
  (await db.execute(
    `update patient_imports set rows_checked = $2, rows_with_errors = $3 where id = $1 and state = 'checking'`,
    [id, rows.checked, rows.withErrors],
  )) > 0

export const finishReading = async (
  tx: Queryable,
  id: number,
  { problem, rowsDuplicate }: { problem: string | null; rowsDuplicate: number },
): Promise<boolean> =>
  (await tx.execute(
    `update patient_imports
        set state = 'ready', content = null, problem = $3, rows_duplicate = $2
      where id = $1 and state = 'checking'`,
    [id, rowsDuplicate, problem],
  )) > 0

export const showRowsWritten = (db: Queryable, id: number, rowsWritten: number): Promise<number> =>
  db.execute(`update patient_imports set rows_written = $2 where id = $1 and state = 'writing'`, [
    id,
    rowsWritten,
  ])

export const requireConfirmation = (
  tx: Queryable,
  id: number,
  found: { problem: string; rowsDuplicate: number },
): Promise<number> =>
  tx.execute(
    `update patient_imports set state = 'ready', problem = $2, rows_duplicate = $3, rows_written = 0
      where id = $1 and state = 'writing'`,
    [id, found.problem, found.rowsDuplicate],
  )

const backlogRow = z.object({ pending: z.int(), oldestSeconds: z.number() })

export const readImportBacklog = (db: Queryable): Promise<{ pending: number; oldestSeconds: number }> =>
  db.one(
    backlogRow,
    `select count(*) as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
       from patient_imports where state in ('checking', 'writing')`,
  )
