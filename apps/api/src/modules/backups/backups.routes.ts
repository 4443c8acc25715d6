import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { BackupService } from './backups.service.ts'

export const backupRoutes = (app: FastifyInstance, { backups }: { backups: BackupService }): void => {
  serve(app, contract.backups.list, async () => ({ data: await backups.read() }))
  serve(app, contract.backups.turnOn, async (_, request) => ({
    message: SUCCESS.backupsOn,
    data: await backups.turnOn(callerOf(request)),
  }))
  serve(app, contract.backups.turnOff, async (_, request) => ({
    message: SUCCESS.backupsOff,
    data: await backups.turnOff(callerOf(request)),
  }))
  serve(app, contract.backups.start, async (_, request) => ({
    message: SUCCESS.backupQueued,
    data: await backups.start(callerOf(request)),
  }))
}
