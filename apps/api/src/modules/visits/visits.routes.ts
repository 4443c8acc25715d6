import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { workSignalOf } from '../../http/long-work.ts'
import { serve, serveList } from '../../http/serve.ts'
import type { AwaitedVisitService } from './awaited-visits.service.ts'
import type { ReferrerService } from './referrers.service.ts'
import type { ReadyTimeService } from './turnaround/ready-times.service.ts'
import type { TurnaroundSettingsService } from './turnaround/turnaround-settings.service.ts'
import type { VisitPaymentService } from './visit-payments.service.ts'
import type { VisitSettingsService } from './visit-settings.service.ts'
import type { VisitService } from './visits.service.ts'

export const visitRoutes = (
  app: FastifyInstance,
  {
    visits,
    visitPayments,
    visitSettings,
    awaitedVisits,
    referrers,
    turnaroundSettings,
    readyTimes,
  }: {
    visits: VisitService
    visitPayments: VisitPaymentService
    visitSettings: VisitSettingsService
    awaitedVisits: AwaitedVisitService
    referrers: ReferrerService
    turnaroundSettings: TurnaroundSettingsService
    readyTimes: ReadyTimeService
  },
): void => {
  const endpoints = contract.visits
  serve(app, endpoints.getVisitSettings, ({ params, caller }) => visitSettings.get(caller, params.id))
  serve(app, endpoints.updateVisitSettings, ({ params, body, caller }) =>
    visitSettings.update(caller, params.id, body),
  )
  serve(app, contract.turnaround.getSettings, ({ params, caller }) =>
    turnaroundSettings.get(caller, params.id),
  )
  serve(app, contract.turnaround.getReadyTimes, ({ params, query, caller }) =>
    readyTimes.find(caller, params.id, query),
  )
  serve(app, contract.turnaround.updateSettings, ({ params, body, caller }) =>
    turnaroundSettings.update(caller, params.id, body),
  )
  serveList(
    app,
    endpoints.listVisits,
    ({ params }, found) =>
      found.lab.usesVisits
        ? {
            action: 'patient.list',
            what: `Listed the visits of patient ZL-${params.id}`,
            object: { type: 'patient', id: params.id },
          }
        : undefined,
    ({ params, query, caller }) => visits.listOfPatient(caller, params.id, query),
  )
  serve(app, endpoints.addVisit, ({ params, body, caller }) => visits.add(caller, params.id, body))
  serve(app, endpoints.updateVisit, ({ params, body, caller }) => visits.update(caller, params.id, body))
  serve(app, endpoints.setPayments, ({ body, caller }, request) =>
    visitPayments.setPayments(caller, body.items, workSignalOf(request)),
  )
  serve(app, endpoints.cancelVisit, ({ params, caller }) => visits.cancel(caller, params.id))
  serveList(
    app,
    endpoints.listAwaited,
    ({ query }) => ({ action: 'patient.list', what: 'Listed awaited visits', filter: query.list }),
    ({ query, caller }) => awaitedVisits.listAwaited(caller, query),
  )
  serve(app, endpoints.countAwaited, ({ caller }) => awaitedVisits.countAwaited(caller))
  serveList(
    app,
    endpoints.listStates,
    () => ({ action: 'patient.list', what: 'Looked at what found patients wait for' }),
    ({ query, caller }) => awaitedVisits.listStates(caller, query.patients),
  )
  serve(app, endpoints.listReferrers, ({ params, query, caller }) => referrers.list(caller, params.id, query))
  serve(app, endpoints.addReferrer, ({ params, body, caller }) => referrers.add(caller, params.id, body))
  serve(app, endpoints.updateReferrer, ({ params, body, caller }) =>
    referrers.update(caller, params.id, body),
  )
  serve(app, endpoints.archiveReferrer, ({ params, caller }) => referrers.archive(caller, params.id))
}
