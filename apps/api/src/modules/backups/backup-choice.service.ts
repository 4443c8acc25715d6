import type { BackupOverview } from '@zelab/contract'
import { AppError, conflict } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { deleteChoice, deleteSetup, findChoice, writeChoice } from './backup-choice.repository.ts'
import type { BackupPlace } from './backup-place.ts'
import { findSetup, insertQueuedBackup, writeSetup, type BackupSetup } from './backups.repository.ts'

/** The task of the process with the chosen folder; other processes do not know it. */
export const backupTaskOf = (placeId: string): string => `make-backup-${placeId}`
export const checkTaskOf = (placeId: string): string => `check-newest-backup-${placeId}`

export interface ProposedBackups {
  place: BackupPlace
  setup: BackupSetup
}

type Proposal = NonNullable<BackupOverview['proposal']>

interface Deps {
  database: Database
  proposed: ProposedBackups | undefined
}

/** Backups that an Admin turns on from the screen. A process with BACKUP_DIR has none to propose: its setting wins. */
export const createBackupChoice = ({ database, proposed }: Deps) => {
  return {
    find: (db: Queryable = database) => findChoice(db),

    /**
     * What turning backups on would do here; null when they are on, or set by the environment. Also when the chosen folder
     * was lost: then another process has stopped making them.
     */
    async propose({
      setup,
      chosen,
      hasStopped,
    }: {
      setup: BackupSetup | undefined
      chosen: { placeId: string } | undefined
      hasStopped: boolean
    }): Promise<Proposal | null> {
      if (!proposed) return null
      const isLost = chosen !== undefined && chosen.placeId !== proposed.place.id && hasStopped
      return setup === undefined || isLost ? { ...(await proposed.place.check()), ...proposed.setup } : null
    },

    async turnOn(caller: Caller, proposal: Proposal | null): Promise<void> {
      if (!proposed || !proposal) throw conflict('BACKUPS_ALREADY_SET_UP')
      if (proposal.problem) throw new AppError('CONFLICT', 'BACKUP_FOLDER_UNSUITABLE')
      const { place, setup } = proposed
      await place.claim()
      await database.transaction(async (tx) => {
        await writeSetup(tx, setup)
        await writeChoice(tx, { placeId: place.id, folder: place.folder, by: caller.user.id })
        await recordActivity(tx, caller, {
          action: 'settings.update',
          summary: 'Turned backups on, in the folder of the data',
        })
        // The first one at once.
        if (await insertQueuedBackup(tx)) await enqueueJob(tx, backupTaskOf(place.id), {}, caller.requestId)
      })
    },

    /** Only what was turned on from the screen; the archives stay. */
    turnOff: (caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await deleteChoice(tx))) throw conflict('BACKUPS_NOT_CHOSEN')
        await deleteSetup(tx)
        await recordActivity(tx, caller, { action: 'settings.update', summary: 'Turned backups off' })
      }),

    /** The recurring job of every process without BACKUP_DIR: only the chosen one knows the task. */
    async enqueue(taskOf: (placeId: string) => string): Promise<void> {
      await database.transaction(async (tx) => {
        const choice = await findChoice(tx)
        if (choice && (await findSetup(tx))) await enqueueJob(tx, taskOf(choice.placeId), {})
      })
    },
  }
}
export type BackupChoice = ReturnType<typeof createBackupChoice>
