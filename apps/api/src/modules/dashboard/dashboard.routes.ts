import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { BackupService } from '../backups/backups.service.ts'
import type { CriticalListService } from '../critical/critical-lists.service.ts'
import type { InboxItemService } from '../inbox/items/inbox-items.service.ts'
import type { DailyTotalService } from '../insights/daily-totals.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { ReportGroupService } from '../reports/list/report-groups.service.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import type { AwaitedVisitService } from '../visits/awaited-visits.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import { serve, serveList } from '../../http/serve.ts'
import { createDashboardWorkService } from './dashboard-work.service.ts'
import { createDashboardService } from './dashboard.service.ts'
import { createToDoService } from './to-do.service.ts'

/** Counters and an empty dashboard show no patient. */
const viewOf = (rows: number) =>
  rows > 0 ? { action: 'dashboard.view' as const, what: 'Looked at the work of the day', rows } : undefined

export const dashboardModule = (
  context: Context & {
    activity: ActivityService
    awaitedVisits: AwaitedVisitService
    backups: BackupService
    criticalLists: CriticalListService
    dailyTotals: DailyTotalService
    inboxItems: InboxItemService
    patients: PatientService
    releaseWorklist: ReleaseWorklist
    reportGroups: ReportGroupService
    reports: ReportService
  },
) => {
  const dashboard = createDashboardService(context)
  const dashboardWork = createDashboardWorkService(context)
  const toDo = createToDoService(context)
  return defineModule({
    services: { dashboard, dashboardWork, toDo },
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
        (_, { publishedToday }) => viewOf(publishedToday?.reports.length ?? 0),
        ({ caller }) => dashboardWork.get(caller),
      )
      serveList(
        app,
        contract.dashboard.getToDo,
        (_, { items }) => viewOf(items.filter(({ patient }) => patient !== null).length),
        ({ caller }) => toDo.get(caller),
      )
      serve(app, contract.dashboard.countToDo, ({ caller, query }) => toDo.count(caller, query.seenUntil))
    },
  })
}
