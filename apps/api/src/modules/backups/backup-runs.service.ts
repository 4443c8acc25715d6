import path from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { checkArchive, isAuthentic, type CheckedArchive } from './archive-reader.ts'
import { DamagedArchiveError, totalRows } from './archive-format.ts'
import { makeBackup, type BackupOptions, type MadeBackup } from './backup-making.service.ts'
import type { Restored } from './restoring.service.ts'
import {
  endInterruptedBackups,
  endRun,
  insertRun,
  hasBackupTables,
  type BackupKind,
  type RunOutcome,
} from './backups.repository.ts'

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

const problemOf = ({ fileProblems }: MadeBackup) =>
  fileProblems.length > 0
    ? `${fileProblems.length} report files were missing or damaged already: ${fileProblems[0]?.name ?? ''} …`
    : undefined

const outcomeOfArchive = ({ contents, sizeBytes, sha256 }: CheckedArchive): Omit<RunOutcome, 'state'> => ({
  sizeBytes,
  sha256,
  fileCount: contents.files.count,
  rowCount: totalRows(contents),
})

export const createBackupRuns = (database: Database) => {
  const keep = async <Result>(
    run: { kind: BackupKind; archive: string | null },
    work: (id: number | undefined) => Promise<Result>,
    outcomeOf: (result: Result) => Omit<RunOutcome, 'state'>,
  ): Promise<Result> => {
    if (!(await hasBackupTables(database))) return work(undefined)
    const id = await insertRun(database, run)
    try {
      const result = await work(id)
      await endRun(database, id, { state: 'done', ...outcomeOf(result) })
      return result
    } catch (error) {
      await endRun(database, id, { state: 'failed', problem: sentence(error) }).catch(() => {})
      throw error
    }
  }

  return {
    makeBackup: (options: BackupOptions): Promise<MadeBackup> =>
      keep(
        { kind: 'backup', archive: null },
        async (id) => {
          const onLocked = () => (id === undefined ? Promise.resolve() : endInterruptedBackups(database, id))
          const made = await makeBackup({ ...options, onLocked })
          const summary = `Made the backup ${path.basename(made.file)} with ${made.fileCount} files`
          await recordActivity(database, 'system', { action: 'backup.create', summary })
          return made
        },
        (made) => ({
          archive: path.basename(made.file),
          sizeBytes: made.sizeBytes,
          sha256: made.sha256,
          fileCount: made.fileCount,
          rowCount: made.rowCount,
          ...optionalProblem(problemOf(made)),
        }),
      ),

    checkArchive: (
      file: string,
      { passphrase, encryption }: Pick<BackupOptions, 'passphrase' | 'encryption'>,
    ): Promise<CheckedArchive> =>
      keep(
        { kind: 'check', archive: path.basename(file) },
        async () => {
          const archive = await checkArchive(file, passphrase)
          if (isAuthentic(archive, encryption)) return archive
          throw new DamagedArchiveError(
            'The backup is not authenticated: it was made by an earlier version or changed since.',
          )
        },
        outcomeOfArchive,
      ),

    drill: (file: string, restore: () => Promise<Restored>): Promise<Restored> =>
      keep({ kind: 'drill', archive: path.basename(file) }, restore, ({ archive, problems }) => ({
        ...outcomeOfArchive(archive),
        ...optionalProblem(problems[0]),
      })),
  }
}

const optionalProblem = (problem: string | undefined) => (problem === undefined ? {} : { problem })
