import { ACTIVITY_ACTIONS, contract, type ActivityAction, type ListedEntry } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { csvOf, type CsvColumns } from '../../core/csv-line.ts'
import { sendCsv } from '../../http/csv-response.ts'
import type { Caller } from '../../core/caller.ts'
import { serve, serveFile, serveList } from '../../http/serve.ts'
import { type ActivityService, createActivityService } from './activity.service.ts'
import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import { filterText } from './list-views.ts'
import { createActivitySealService } from './activity-seal.service.ts'
import type { ViewLimits } from './view-recorder.ts'

/** Implemented by later modules. Throws if the record is out of scope. */
export interface ActivityPorts {
  findPatient: (caller: Caller, id: number) => Promise<unknown>
  findReport: (caller: Caller, id: number) => Promise<unknown>
}

const COLUMNS: CsvColumns<ListedEntry> = [
  ['Time', ({ at }) => at],
  ['Person', ({ actor }) => actor?.fullName ?? 'System'],
  ['Role', ({ actor }) => actor?.role ?? ''],
  ['Lab', ({ lab }) => lab?.name ?? ''],
  ['Action', ({ action }) => ACTIVITY_ACTIONS[action as ActivityAction] ?? action],
  ['What', ({ summary }) => summary],
  ['Record', ({ object }) => (object ? `${object.type} ${object.id}` : '')],
  ['Patient', ({ patient }) => patient?.fullName ?? ''],
  ['Address', ({ address }) => address],
]

const activityRoutes = (
  app: FastifyInstance,
  { activity, findPatient, findReport }: ActivityPorts & { activity: ActivityService },
): void => {
  serveList(
    app,
    contract.activity.list,
    ({ query }, { data }) =>
      data.some(({ patient }) => patient !== null)
        ? { action: 'patient.list', what: 'Listed the activity log', filter: filterText(query) }
        : undefined,
    ({ query, caller }) => activity.list(caller, query),
  )
  serveFile(app, contract.activity.exportCsv, ({ query, caller }, _, reply) => {
    return sendCsv(reply, {
      fileName: 'activity-log.csv',
      ...csvOf(COLUMNS, activity.exportAll(caller, query)),
      record: () => activity.record(caller, { action: 'data.export', summary: 'Exported the activity log' }),
    })
  })
  serve(app, contract.activity.historyOfPatient, ({ params, caller }) =>
    activity.history({ type: 'patient', id: params.id }, () => findPatient(caller, params.id)),
  )
  serve(app, contract.activity.historyOfReport, ({ params, caller }) =>
    activity.history({ type: 'report', id: params.id }, () => findReport(caller, params.id)),
  )
  serve(app, contract.activity.recordPrint, async ({ body, caller }) => {
    await (body.type === 'patient' ? findPatient(caller, body.id) : findReport(caller, body.id))
    await activity.recordPrint(caller, body)
  })
}

export const activityModule = (
  context: Context & ActivityPorts & { viewLimits?: Partial<ViewLimits> | undefined },
) => {
  const activity = createActivityService(context)
  const seals = createActivitySealService(context)
  return defineModule({
    services: { activity, seals },
    routes: (app) => activityRoutes(app, { ...context, activity }),
    jobs: { 'seal-activity': { kind: 'upkeep', at: EVERY_MINUTE, run: () => seals.seal() } },
  })
}
