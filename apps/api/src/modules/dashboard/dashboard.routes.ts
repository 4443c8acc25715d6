import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { BackupService } from '../backups/backups.service.ts'
import type { DailyTotalService } from '../insights/daily-totals.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { ReportGroupService } from '../reports/list/report-groups.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import { serveList } from '../../http/serve.ts'
import { createDashboardWorkService } from './dashboard-work.service.ts'
import { createDashboardService } from './dashboard.service.ts'

export const dashboardModule = (
  context: Context & {
    activity: ActivityService
    backups: BackupService
    dailyTotals: DailyTotalService
    patients: PatientService
    reportGroups: ReportGroupService
    reports: ReportService
  },
) => {
  const dashboard = createDashboardService(context)
  const dashboardWork = createDashboardWorkService(context)
  return defineModule({
    services: { dashboard, dashboardWork },
    routes(app) {
      serveList(
        app,
        contract.dashboard.get,
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
        (_, { publishedToday, unopened, newReports }) => {
          const groups = [publishedToday, unopened, newReports]
          const rows = groups.reduce((sum, group) => sum + (group?.reports.length ?? 0), 0)
          // Counters and an empty dashboard show no patient.
          return rows > 0
            ? { action: 'dashboard.view', what: 'Looked at the reports to do', rows }
            : undefined
        },
        ({ caller }) => dashboardWork.get(caller),
      )
    },
  })
}
