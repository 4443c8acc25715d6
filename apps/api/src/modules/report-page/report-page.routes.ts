import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { serve, serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import { createReportPageService } from './report-page.service.ts'

export const reportPageModule = (
  context: Context & { activity: ActivityService; reports: ReportService },
) => {
  const { reports } = context
  const reportPage = createReportPageService(context)
  return defineModule({
    services: { reportPage },
    routes(app) {
      serve(app, contract.reports.getById, ({ params, caller }) => reportPage.get(caller, params.reportId))
      serveList(
        app,
        contract.reports.listVersions,
        ({ params }) => ({
          action: 'report.list',
          what: `Listed the versions of report #${params.id}`,
          object: { type: 'report', id: params.id },
        }),
        ({ params, caller }) => reports.listVersions(caller, params.id),
      )
      serve(app, contract.reports.listReaders, async ({ params, caller }) => {
        const { readers, total } = await reportPage.listReaders(caller, params.id)
        return { data: readers, totalReaders: total }
      })
    },
  })
}
