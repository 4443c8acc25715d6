import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { listArchives, removeOldArchives } from './archive-folder.ts'
import { BackupRunningError, type BackupOptions } from './backup-making.service.ts'
import { createBackupRuns } from './backup-runs.service.ts'
import { writeSetup } from './backups.repository.ts'

type Settings = Config['backup'] & { folder: string }

/** The scheduled backups of a process that has a folder for them. */
export const createBackupWorker = (
  options: Omit<BackupOptions, 'target' | 'passphrase' | 'signal'> & {
    database: Database
    settings: Settings
    /** Told what went wrong; it is shown to the Admin, too. */
    onFailure: (error: unknown) => void
  },
) => {
  const { database, settings, onFailure } = options
  const { folder, passphrase, schedule, keep } = settings
  const runs = createBackupRuns(database)
  const stopping = new AbortController()

  // The next one comes by the schedule; a failed one is not begun anew at once.
  const reportFailure = (error: unknown) => {
    if (error instanceof BackupRunningError || stopping.signal.aborted) return
    onFailure(error)
  }

  return {
    schedule,

    /** Tells every process what to expect. */
    announce: () => writeSetup(database, { schedule, keep, isEncrypted: passphrase !== undefined }),

    /** Makes one, reads it back whole, and only then lets older ones go. */
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

    /** Notices when the disk of the backups forgets. */
    async checkNewest(): Promise<void> {
      try {
        const [newest] = await listArchives(folder)
        if (newest) await runs.checkArchive(newest, { ...options, passphrase })
      } catch (error) {
        reportFailure(error)
      }
    },

    /** Ends a backup that is being made: its file goes. */
    stop: () => stopping.abort(new Error('The service stopped.')),
  }
}
export type BackupWorker = ReturnType<typeof createBackupWorker>
