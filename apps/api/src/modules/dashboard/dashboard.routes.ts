import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { DashboardService } from './dashboard.service.ts'

export const dashboardRoutes = (
  app: FastifyInstance,
  { dashboard, activity }: { dashboard: DashboardService; activity: ActivityService },
): void => {
  serve(app, contract.dashboard.get, async (_, request) => {
    const caller = callerOf(request)
    const data = await dashboard.get(caller)
    activity.recordList(caller, {
      action: 'dashboard.view',
      what: 'Looked at the newest patients and reports',
      rows: data.recentPatients.length + data.recentReports.length,
    })
    return { data }
  })
}
