import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { DashboardService } from './dashboard.service.ts'

export const dashboardRoutes = (
  app: FastifyInstance,
  { dashboard }: { dashboard: DashboardService },
): void => {
  serve(app, contract.dashboard.get, async (_, request) => ({ data: await dashboard.get(callerOf(request)) }))
}
