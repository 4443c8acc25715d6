import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { AwaitedVisitService } from './awaited-visits.service.ts'
import type { ReferrerService } from './referrers.service.ts'
import type { TurnaroundService } from './turnaround/turnaround.service.ts'
import type { VisitSettingsService } from './visit-settings.service.ts'
import type { VisitService } from './visits.service.ts'

interface Services {
  visits: VisitService
  visitSettings: VisitSettingsService
  awaitedVisits: AwaitedVisitService
  referrers: ReferrerService
  turnaround: TurnaroundService
  activity: ActivityService
}

export const visitRoutes = (
  app: FastifyInstance,
  { visits, visitSettings, awaitedVisits, referrers, turnaround, activity }: Services,
): void => {
  const endpoints = contract.visits
  serve(app, endpoints.getVisitSettings, async ({ params }, request) => ({
    data: await visitSettings.get(callerOf(request), params.id),
  }))
  serve(app, endpoints.updateVisitSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await visitSettings.update(callerOf(request), params.id, body),
  }))
  serve(app, contract.turnaround.getSettings, async ({ params }, request) => ({
    data: await turnaround.getSettings(callerOf(request), params.id),
  }))
  serve(app, contract.turnaround.updateSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await turnaround.updateSettings(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.listVisits, async ({ params, query }, request) => {
    const caller = callerOf(request)
    const found = await visits.listOfPatient(caller, params.id, query)
    if (found.lab.usesVisits)
      activity.recordList(caller, {
        action: 'patient.list',
        what: `Listed the visits of patient ZL-${params.id}`,
        object: { type: 'patient', id: params.id },
        page: found.pagination.page,
        rows: found.data.length,
      })
    return found
  })
  serve(app, endpoints.addVisit, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await visits.add(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.updateVisit, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await visits.update(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.cancelVisit, async ({ params }, request) => ({
    data: await visits.cancel(callerOf(request), params.id),
  }))
  serve(app, endpoints.listAwaited, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await awaitedVisits.listAwaited(caller, query)
    activity.recordList(caller, {
      action: 'patient.list',
      what: 'Listed awaited visits',
      filter: query.list,
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, endpoints.countAwaited, async (_, request) => ({
    data: await awaitedVisits.countAwaited(callerOf(request)),
  }))
  serve(app, endpoints.listStates, async ({ query }, request) => {
    const caller = callerOf(request)
    const data = await awaitedVisits.listStates(caller, query.patients)
    activity.recordList(caller, {
      action: 'patient.list',
      what: 'Looked at what found patients wait for',
      rows: data.length,
    })
    return { data }
  })
  serve(app, endpoints.listReferrers, ({ params, query }, request) =>
    referrers.list(callerOf(request), params.id, query),
  )
  serve(app, endpoints.addReferrer, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await referrers.add(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.updateReferrer, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await referrers.update(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.archiveReferrer, async ({ params }, request) => ({
    data: await referrers.archive(callerOf(request), params.id),
  }))
}
