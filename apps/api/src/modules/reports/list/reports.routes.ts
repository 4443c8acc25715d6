import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { csvOf } from '../../../core/csv-line.ts'
import { sendCsv } from '../../../http/csv-response.ts'
import { serveFile, serveList } from '../../../http/serve.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { filterText } from '../../activity/list-views.ts'
import { REPORT_COLUMNS } from './report-csv.ts'
import type { ReportService } from './reports.service.ts'

export const reportRoutes = (
  app: FastifyInstance,
  { reports, activity }: { reports: ReportService; activity: ActivityService },
): void => {
  serveList(
    app,
    contract.reports.list,
    ({ query }) => ({ action: 'report.list', what: 'Listed reports', filter: filterText(query) }),
    ({ query, caller }) => reports.list(caller, query),
  )
  serveList(
    app,
    contract.reports.listOfPatient,
    ({ params }) => ({
      action: 'report.list',
      what: `Listed the reports of patient ZL-${params.patientId}`,
      object: { type: 'patient', id: params.patientId },
    }),
    ({ params, caller }) => reports.listOfPatient(caller, params.patientId),
  )
  serveFile(app, contract.reports.exportCsv, ({ query, caller }, _, reply) => {
    const filter = filterText(query)
    return sendCsv(reply, {
      fileName: 'reports.csv',
      ...csvOf(REPORT_COLUMNS, reports.exportAll(caller, query)),
      record: () =>
        activity.record(caller, {
          action: 'data.export',
          summary: filter === '' ? 'Exported the list of reports' : `Exported the list of reports: ${filter}`,
        }),
    })
  })
}
