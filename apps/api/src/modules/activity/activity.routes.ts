import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from './activity.service.ts'

export const activityRoutes = (app: FastifyInstance, { activity }: { activity: ActivityService }): void => {
  serve(app, contract.activity.list, ({ query }, request) => activity.list(callerOf(request), query))
}
