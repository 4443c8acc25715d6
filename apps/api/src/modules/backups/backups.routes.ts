import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { type BackupService, createBackupService, MAKE_BACKUP } from './backups.service.ts'
import type { Context } from '../../core/context.ts'
import { defineModule, type Job } from '../../core/module.ts'
import {
  backupTaskOf,
  checkTaskOf,
  createBackupChoice,
  type ProposedBackups,
} from './backup-choice.service.ts'
import type { BackupWorker } from './backup-worker.ts'

const backupRoutes = (app: FastifyInstance, { backups }: { backups: BackupService }): void => {
  serve(app, contract.backups.list, () => backups.read())
  serve(app, contract.backups.turnOn, ({ caller }) => backups.turnOn(caller))
  serve(app, contract.backups.turnOff, ({ caller }) => backups.turnOff(caller))
  serve(app, contract.backups.start, ({ caller }) => backups.start(caller))
}

export const backupsModule = (
  context: Pick<Context, 'database' | 'clock'> & { proposedBackups?: ProposedBackups | undefined },
) => {
  const backups = createBackupService({ ...context, choice: createBackupChoice(context) })
  return defineModule({ services: { backups }, routes: (app) => backupRoutes(app, { backups }) })
}

const WEEKLY = '41 6 * * 0'

/**
 * The jobs of a process that makes backups.
 * @param placeId the folder that an Admin may turn backups on in; without it, the environment names the folder
 */
export const backupJobs = (backups: BackupService, worker: BackupWorker, placeId?: string) => {
  const upkeep = (run: Job['run'], at?: string): Job => ({ kind: 'upkeep', run, ...(at && { at }) })
  const { schedule } = worker
  const make = () => worker.makeBackup()
  const check = () => worker.checkNewest()
  return defineModule({
    services: {},
    jobs:
      placeId === undefined
        ? { [MAKE_BACKUP]: upkeep(make, schedule), 'check-newest-backup': upkeep(check, WEEKLY) }
        : {
            'enqueue-chosen-backup': upkeep(() => backups.enqueueChosen(), schedule),
            'enqueue-chosen-check': upkeep(() => backups.enqueueChosenCheck(), WEEKLY),
            [backupTaskOf(placeId)]: upkeep(make),
            [checkTaskOf(placeId)]: upkeep(check),
          },
    stop: () => worker.stop(),
  })
}
