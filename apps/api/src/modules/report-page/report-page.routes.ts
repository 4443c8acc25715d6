import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { ReportPageService } from './report-page.service.ts'

export const reportPageRoutes = (
  app: FastifyInstance,
  {
    reportPage,
    reports,
    activity,
  }: { reportPage: ReportPageService; reports: ReportService; activity: ActivityService },
): void => {
  serve(app, contract.reports.getById, async ({ params }, request) => ({
    data: await reportPage.get(callerOf(request), params.reportId),
  }))
  serve(app, contract.reports.listVersions, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await reports.listVersions(caller, params.id)
    activity.recordList(caller, {
      action: 'report.list',
      what: `Listed the versions of report #${params.id}`,
      object: { type: 'report', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.reports.listReaders, async ({ params }, request) => {
    const { readers, total } = await reportPage.listReaders(callerOf(request), params.id)
    return { data: readers, totalReaders: total }
  })
}
