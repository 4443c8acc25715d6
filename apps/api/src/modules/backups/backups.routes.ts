import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { BackupService } from './backups.service.ts'

export const backupRoutes = (app: FastifyInstance, { backups }: { backups: BackupService }): void => {
  serve(app, contract.backups.list, () => backups.read())
  serve(app, contract.backups.turnOn, ({ caller }) => backups.turnOn(caller))
  serve(app, contract.backups.turnOff, ({ caller }) => backups.turnOff(caller))
  serve(app, contract.backups.start, ({ caller }) => backups.start(caller))
}
