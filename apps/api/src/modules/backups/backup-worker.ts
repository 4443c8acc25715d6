import type { Database } from '../../platform/database/database.ts'
import { listArchives, removeOldArchives } from './archive-folder.ts'
import { BackupRunningError, type BackupOptions } from './backup-making.service.ts'
import { createBackupRuns } from './backup-runs.service.ts'
import { deleteChoice } from './backup-choice.repository.ts'
import { writeSetup } from './backups.repository.ts'

interface Settings {
  folder: string
  /** Five crontab fields, in UTC. */
  schedule: string
  keep: number
  passphrase: string | undefined
}

export const createBackupWorker = (
  options: Omit<BackupOptions, 'target' | 'passphrase' | 'signal'> & {
    database: Database
    settings: Settings
    onFailure: (error: unknown) => void
  },
) => {
  const { database, settings, onFailure } = options
  const { folder, passphrase, schedule, keep } = settings
  const runs = createBackupRuns(database)
  const stopping = new AbortController()

  const reportFailure = (error: unknown) => {
    if (error instanceof BackupRunningError || stopping.signal.aborted) return
    onFailure(error)
  }

  return {
    schedule,

    /** Settings of the environment take precedence over an Admin's choice. */
    publishSetup: () =>
      database.transaction(async (tx) => {
        await deleteChoice(tx)
        await writeSetup(tx, { schedule, keep, isEncrypted: passphrase !== undefined })
      }),

    /** Verifies the backup before it removes old ones. */
    async makeBackup(): Promise<void> {
      try {
        const { file } = await runs.makeBackup({
          ...options,
          target: folder,
          passphrase,
          signal: stopping.signal,
        })
        await runs.checkArchive(file, { ...options, passphrase })
        await removeOldArchives(folder, keep)
      } catch (error) {
        reportFailure(error)
      }
    },

    async checkNewest(): Promise<void> {
      try {
        const [newest] = await listArchives(folder)
        if (newest) await runs.checkArchive(newest, { ...options, passphrase })
      } catch (error) {
        reportFailure(error)
      }
    },

    stop: () => stopping.abort(new Error('The service stopped.')),
  }
}
export type BackupWorker = ReturnType<typeof createBackupWorker>
