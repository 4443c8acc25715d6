import { Readable } from 'node:stream'
import { ACTIVITY_ACTIONS, contract, type ActivityAction, type ActivityEntry } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { CSV_START, csvLine } from '../../http/csv.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { PatientService } from '../patients/patients.service.ts'
import type { ReportReadingService } from '../reports/report-reading.service.ts'
import type { ActivityService } from './activity.service.ts'

const HEADINGS = ['Time', 'Person', 'Role', 'Lab', 'Action', 'What', 'Record', 'Address']

const lineOf = (entry: ActivityEntry) =>
  csvLine([
    entry.at,
    entry.actor?.fullName ?? 'System',
    entry.actor?.role ?? '',
    entry.lab?.name ?? '',
    ACTIVITY_ACTIONS[entry.action as ActivityAction] ?? entry.action,
    entry.summary,
    entry.object ? `${entry.object.type} ${entry.object.id}` : '',
    entry.address,
  ])

async function* csvOf(batches: AsyncIterable<ActivityEntry[]>): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADINGS)
  for await (const entries of batches) yield entries.map(lineOf).join('')
}

export const activityRoutes = (
  app: FastifyInstance,
  services: { activity: ActivityService; patients: PatientService; reports: ReportReadingService },
): void => {
  const { activity, patients, reports } = services
  serve(app, contract.activity.list, ({ query }, request) => activity.list(callerOf(request), query))
  serveFile(app, contract.activity.exportCsv, async ({ query }, request, reply) => {
    const caller = callerOf(request)
    await activity.record(caller, { action: 'data.export', summary: 'Exported the activity log' })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="activity-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csvOf(activity.exportAll(caller, query))))
  })
  serve(app, contract.activity.historyOfPatient, async ({ params }, request) => ({
    data: await activity.history({ type: 'patient', id: params.id }, () =>
      patients.find(callerOf(request), params.id),
    ),
  }))
  serve(app, contract.activity.historyOfReport, async ({ params }, request) => ({
    data: await activity.history({ type: 'report', id: params.id }, () =>
      reports.find(callerOf(request), params.id),
    ),
  }))
  serve(app, contract.activity.recordPrint, async ({ body }, request) => {
    const caller = callerOf(request)
    await (body.type === 'patient' ? patients.find(caller, body.id) : reports.find(caller, body.id))
    await activity.recordPrint(caller, body)
    return {}
  })
}
