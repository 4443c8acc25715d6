import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { DashboardWorkService } from './dashboard-work.service.ts'
import type { DashboardService } from './dashboard.service.ts'

export const dashboardRoutes = (
  app: FastifyInstance,
  {
    dashboard,
    dashboardWork,
    activity,
  }: { dashboard: DashboardService; dashboardWork: DashboardWorkService; activity: ActivityService },
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
  serve(app, contract.dashboard.getWork, async (_, request) => {
    const caller = callerOf(request)
    const data = await dashboardWork.get(caller)
    const groups = [data.publishedToday, data.unopened, data.newReports]
    const rows = groups.reduce((sum, group) => sum + (group?.reports.length ?? 0), 0)
    // Counters and an empty dashboard show no patient.
    if (rows > 0)
      activity.recordList(caller, { action: 'dashboard.view', what: 'Looked at the reports to do', rows })
    return { data }
  })
}
