import type { BackupOverview } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import { nextMoment } from '../../platform/crontab.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { backupTaskOf, checkTaskOf, type BackupChoice } from './backup-choice.service.ts'
import {
  findLastDone,
  findSetup,
  insertQueuedBackup,
  listRuns,
  readBackupState,
} from './backups.repository.ts'

export const MAKE_BACKUP = 'make-backup'

const SHOWN_RUNS = 20
const EPOCH = '1970-01-01T00:00:00Z'
const GRACE_MS = 3 * 60 * 60 * 1000

export interface BackupState {
  isScheduled: boolean
  /** Unix seconds, or 0. */
  lastGoodAt: number
  /** Since the next time of the schedule after the last good backup, or after the schedule began. */
  overdueSeconds: number
  lastBytes: number
}

export const createBackupService = ({
  database,
  clock,
  choice,
}: Pick<Context, 'database' | 'clock'> & { choice: BackupChoice }) => {
  const isLate = (schedule: string, lastStart: string) => {
    const due = nextMoment(schedule, new Date(lastStart))
    return due !== undefined && clock.now().getTime() > due.getTime() + GRACE_MS
  }

  const read = async (): Promise<BackupOverview> => {
    const [setup, lastBackup, lastDrill, runs, chosen] = await Promise.all([
      findSetup(database),
      findLastDone(database, 'backup'),
      findLastDone(database, 'drill'),
      listRuns(database, SHOWN_RUNS),
      choice.find(),
    ])
    const isOverdue = !lastBackup || (setup !== undefined && isLate(setup.schedule, lastBackup.startedAt))
    return {
      setup: setup ?? null,
      nextAt: (setup && nextMoment(setup.schedule, clock.now())?.toISOString()) ?? null,
      isOverdue,
      lastBackup: lastBackup ?? null,
      lastDrill: lastDrill ?? null,
      runs,
      source: setup ? (chosen ? 'screen' : 'environment') : null,
      folder: chosen?.folder ?? null,
      proposal: await choice.propose({ setup, chosen, hasStopped: isOverdue && lastBackup !== undefined }),
    }
  }

  return {
    read,

    async newest() {
      const [setup, backup, check, drill] = await Promise.all([
        findSetup(database),
        findLastDone(database, 'backup'),
        findLastDone(database, 'check'),
        findLastDone(database, 'drill'),
      ])
      const verified = [check, drill].flatMap((run) => run?.endedAt ?? [])
      return {
        isSetUp: setup !== undefined,
        isOverdue: !backup || (setup !== undefined && isLate(setup.schedule, backup.startedAt)),
        lastBackupAt: backup?.endedAt ?? null,
        lastVerifiedAt: verified.toSorted().at(-1) ?? null,
      }
    },

    async state(tx: Queryable): Promise<BackupState> {
      const { schedule, since, lastGoodAt, lastBytes } = await readBackupState(tx)
      const last = Date.parse(lastGoodAt ?? EPOCH)
      const from = Math.max(last, Date.parse(since ?? EPOCH))
      const due = schedule === null ? undefined : nextMoment(schedule, new Date(from))
      return {
        isScheduled: schedule !== null,
        lastGoodAt: last / 1000,
        overdueSeconds: due ? Math.max(0, (clock.now().getTime() - due.getTime()) / 1000) : 0,
        lastBytes: lastBytes ?? 0,
      }
    },

    async turnOn(caller: Caller): Promise<BackupOverview> {
      await choice.turnOn(caller, (await read()).proposal)
      return read()
    },

    async turnOff(caller: Caller): Promise<BackupOverview> {
      await choice.turnOff(caller)
      return read()
    },

    enqueueChosen: (): Promise<void> => choice.enqueue(backupTaskOf),
    enqueueChosenCheck: (): Promise<void> => choice.enqueue(checkTaskOf),

    async start(caller: Caller): Promise<BackupOverview> {
      await database.transaction(async (tx) => {
        if (!(await findSetup(tx))) throw conflict('BACKUPS_NOT_SET_UP')
        if (!(await insertQueuedBackup(tx))) return
        await recordActivity(tx, caller, { action: 'backup.create', summary: 'Asked for a backup' })
        const chosen = await choice.find(tx)
        await enqueueJob(tx, chosen ? backupTaskOf(chosen.placeId) : MAKE_BACKUP, {}, caller.requestId)
      })
      return read()
    },
  }
}
export type BackupService = ReturnType<typeof createBackupService>
