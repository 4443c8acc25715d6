import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serveList } from '../../http/serve.ts'
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
  serveList(
    app,
    contract.dashboard.get,
    activity,
    (_, data) => ({
      action: 'dashboard.view',
      what: 'Looked at the newest patients and reports',
      rows: data.recentPatients.length + data.recentReports.length,
    }),
    ({ caller }) => dashboard.get(caller),
  )
  serveList(
    app,
    contract.dashboard.getWork,
    activity,
    (_, { publishedToday, unopened, newReports }) => {
      const groups = [publishedToday, unopened, newReports]
      const rows = groups.reduce((sum, group) => sum + (group?.reports.length ?? 0), 0)
      // Counters and an empty dashboard show no patient.
      return rows > 0 ? { action: 'dashboard.view', what: 'Looked at the reports to do', rows } : undefined
    },
    ({ caller }) => dashboardWork.get(caller),
  )
}
