import type { BackupOverview } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { AppError, conflict } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { deleteChoice, deleteSetup, findChoice, writeChoice } from './backup-choice.repository.ts'
import type { BackupPlace } from './backup-place.ts'
import { findSetup, insertQueuedBackup, writeSetup, type BackupSetup } from './backups.repository.ts'

/** Only the process with the chosen folder has this task. */
export const backupTaskOf = (placeId: string): string => `make-backup-${placeId}`
export const checkTaskOf = (placeId: string): string => `check-newest-backup-${placeId}`

export interface ProposedBackups {
  place: BackupPlace
  setup: BackupSetup
}

type Proposal = NonNullable<BackupOverview['proposal']>

/**
 * Backups that an Admin turns on. A process with BACKUP_DIR proposes no folder, because its setting takes precedence.
 */
export const createBackupChoice = ({
  database,
  proposedBackups: proposed,
}: Pick<Context, 'database'> & { proposedBackups?: ProposedBackups | undefined }) => {
  return {
    find: (db: Queryable = database) => findChoice(db),

    /**
     * Null if backups are on or set by the environment. Proposes a new folder after the process
     * with the chosen one has stopped.
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
        if (await insertQueuedBackup(tx)) await enqueueJob(tx, backupTaskOf(place.id), {}, caller.requestId)
      })
    },

    /** Only backups turned on by an Admin. The archives stay. */
    turnOff: (caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await deleteChoice(tx))) throw conflict('BACKUPS_NOT_CHOSEN')
        await deleteSetup(tx)
        await recordActivity(tx, caller, { action: 'settings.update', summary: 'Turned backups off' })
      }),

    async enqueue(taskOf: (placeId: string) => string): Promise<void> {
      await database.transaction(async (tx) => {
        const choice = await findChoice(tx)
        if (choice && (await findSetup(tx))) await enqueueJob(tx, taskOf(choice.placeId), {})
      })
    },
  }
}
export type BackupChoice = ReturnType<typeof createBackupChoice>
