import type { BackupOverview, BackupRun } from '@zelab/contract'
import { z } from 'zod'
import { backupRuns, backupSetup } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const backupsTables: Tables = {
  backup_choice: { changes: 'place_id folder chosen_by chosen_at', removes: true },
  backup_runs: {
    changes: 'state started_at ended_at archive size_bytes file_count row_count sha256 problem',
  },
  backup_setup: { changes: 'schedule keep is_encrypted told_at', removes: true },
}

export type BackupKind = BackupRun['kind']
export type BackupSetup = NonNullable<BackupOverview['setup']>

const setupRow = z.object(pick(backupSetup, 'schedule keep isEncrypted'))

const runRow = z.object(
  pick(backupRuns, 'id kind state startedAt endedAt archive sizeBytes fileCount problem'),
)

const RUN_COLUMNS = columnsOf(runRow)

export const writeSetup = async (db: Queryable, setup: BackupSetup): Promise<void> => {
  await db.execute(
    `insert into backup_setup (schedule, keep, is_encrypted) values ($1, $2, $3)
     on conflict (only_row) do update
        set schedule = excluded.schedule, keep = excluded.keep, is_encrypted = excluded.is_encrypted, told_at = now()`,
    [setup.schedule, setup.keep, setup.isEncrypted],
  )
}

export const findSetup = (db: Queryable): Promise<BackupSetup | undefined> =>
  db.maybeOne(setupRow, `select ${columnsOf(setupRow)} from backup_setup`)

export const listRuns = (db: Queryable, limit: number): Promise<BackupRun[]> =>
  db.query(runRow, `select ${RUN_COLUMNS} from backup_runs order by id desc limit $1`, [limit])

export const findLastDone = (db: Queryable, kind: BackupKind): Promise<BackupRun | undefined> =>
  db.maybeOne(
    runRow,
    `select ${RUN_COLUMNS} from backup_runs where kind = $1 and state = 'done' order by started_at desc limit 1`,
    [kind],
  )

export const insertQueuedBackup = async (db: Queryable): Promise<boolean> =>
  (await db.execute(
    `insert into backup_runs (kind, state) values ('backup', 'queued') on conflict do nothing`,
  )) === 1

/** A running backup satisfies all queued requests. */
export const insertRun = async (
  db: Queryable,
  run: { kind: BackupKind; archive: string | null },
): Promise<number> => {
  if (run.kind === 'backup') {
    const queued = await db.maybeOne(
      idRow,
      `update backup_runs set state = 'running', started_at = now() where kind = 'backup' and state = 'queued'
        returning id`,
    )
    if (queued) return queued.id
  }
  const { id } = await db.one(
    idRow,
    `insert into backup_runs (kind, state, archive) values ($1, 'running', $2) returning id`,
    [run.kind, run.archive],
  )
  return id
}

export interface RunOutcome {
  state: 'done' | 'failed'
  archive?: string
  sizeBytes?: number
  fileCount?: number
  rowCount?: number
  sha256?: string
  problem?: string
}

export const endRun = async (db: Queryable, id: number, outcome: RunOutcome): Promise<void> => {
  await db.execute(
    `update backup_runs
        set state = $2, ended_at = now(), archive = coalesce($3, archive), size_bytes = $4, file_count = $5,
            row_count = $6, sha256 = $7, problem = $8
      where id = $1`,
    [
      id,
      outcome.state,
      outcome.archive ?? null,
      outcome.sizeBytes ?? null,
      outcome.fileCount ?? null,
      outcome.rowCount ?? null,
      outcome.sha256 ?? null,
      outcome.problem ?? null,
    ],
  )
}

/** Uses the lock for backups and the age for other runs. */
export const endInterruptedBackups = async (db: Queryable, exceptId: number): Promise<void> => {
  await db.execute(
    `update backup_runs set state = 'failed', ended_at = now(), problem = 'The process was ended in the middle.'
      where state = 'running' and id <> $1 and (kind = 'backup' or started_at < now() - interval '1 day')`,
    [exceptId],
  )
}

/** False before migration of an earlier version. */
export const hasBackupTables = (db: Queryable): Promise<boolean> =>
  db.exists(`select where to_regclass('public.backup_runs') is not null`)

const backupStateRow = z.object({
  schedule: from('(select schedule from backup_setup)', backupSetup.schedule.nullable()),
  since: from('(select since from backup_setup)', backupSetup.since.nullable()),
  lastGoodAt: from('b.started_at', backupRuns.startedAt.nullable()),
  lastBytes: from('b.size_bytes', backupRuns.sizeBytes),
})

export const readBackupState = (db: Queryable): Promise<RowOf<typeof backupStateRow>> =>
  db.one(
    backupStateRow,
    `select ${columnsOf(backupStateRow)} from (values (1)) as one
       left join (select started_at, size_bytes from backup_runs where kind = 'backup' and state = 'done'
                   order by started_at desc limit 1) b on true`,
  )
