import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { sendCsv } from '../../../http/csv-response.ts'
import { callerOf, serve, serveFile } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import { REPORT_EXPORT } from './report-csv.ts'
import type { ReportService } from './reports.service.ts'

export const reportRoutes = (
  app: FastifyInstance,
  { reports, activity }: { reports: ReportService; activity: ActivityService },
): void => {
  serve(app, contract.reports.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const list = await reports.list(caller, query)
    const { page } = list.pagination
    const rows = list.data.length
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed reports',
      filter: filterText(query),
      page,
      rows,
    })
    return list
  })
  serve(app, contract.reports.listOfPatient, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await reports.listOfPatient(caller, params.patientId)
    activity.recordList(caller, {
      action: 'report.list',
      what: `Listed the reports of patient ZL-${params.patientId}`,
      object: { type: 'patient', id: params.patientId },
      rows: data.length,
    })
    return { data }
  })
  serveFile(app, contract.reports.exportCsv, ({ query }, request, reply) => {
    const caller = callerOf(request)
    const filter = filterText(query)
    return sendCsv(reply, {
      ...REPORT_EXPORT,
      batches: reports.exportAll(caller, query),
      record: () =>
        activity.record(caller, {
          action: 'data.export',
          summary: filter === '' ? 'Exported the list of reports' : `Exported the list of reports: ${filter}`,
        }),
    })
  })
}
