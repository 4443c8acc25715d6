import { ACTIVITY_ACTIONS, contract, type ActivityAction, type ActivityEntry } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import type { CsvCell } from '../../core/csv-line.ts'
import { sendCsv } from '../../http/csv-response.ts'
import type { Caller } from '../../core/caller.ts'
import { callerOf, serve, serveFile } from '../../http/serve.ts'
import type { ActivityService } from './activity.service.ts'

/** Injected, because the modules of the records depend on this one. Throws if the record is out of scope. */
interface RecordFinder {
  find(caller: Caller, id: number): Promise<unknown>
}

const HEADINGS = ['Time', 'Person', 'Role', 'Lab', 'Action', 'What', 'Record', 'Address']

const cellsOf = (entry: ActivityEntry): CsvCell[] => [
  entry.at,
  entry.actor?.fullName ?? 'System',
  entry.actor?.role ?? '',
  entry.lab?.name ?? '',
  ACTIVITY_ACTIONS[entry.action as ActivityAction] ?? entry.action,
  entry.summary,
  entry.object ? `${entry.object.type} ${entry.object.id}` : '',
  entry.address,
]

export const activityRoutes = (
  app: FastifyInstance,
  services: { activity: ActivityService; patients: RecordFinder; reports: RecordFinder },
): void => {
  const { activity, patients, reports } = services
  serve(app, contract.activity.list, ({ query }, request) => activity.list(callerOf(request), query))
  serveFile(app, contract.activity.exportCsv, ({ query }, request, reply) => {
    const caller = callerOf(request)
    return sendCsv(reply, {
      fileName: 'activity-log.csv',
      headings: HEADINGS,
      cellsOf,
      batches: activity.exportAll(caller, query),
      record: () => activity.record(caller, { action: 'data.export', summary: 'Exported the activity log' }),
    })
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
