import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { CriticalListService } from './critical-lists.service.ts'
import type { CriticalSettingsService } from './critical-settings.service.ts'
import type { CriticalService } from './critical.service.ts'

interface Services {
  critical: CriticalService
  criticalLists: CriticalListService
  criticalSettings: CriticalSettingsService
  activity: ActivityService
}

export const criticalRoutes = (
  app: FastifyInstance,
  { critical, criticalLists, criticalSettings, activity }: Services,
): void => {
  const endpoints = contract.critical
  serve(app, endpoints.getCriticalSettings, async ({ params }, request) => ({
    data: await criticalSettings.get(callerOf(request), params.id),
  }))
  serve(app, endpoints.updateCriticalSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await criticalSettings.update(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.getOfReport, async ({ params }, request) => {
    const caller = callerOf(request)
    const data = await critical.find(caller, { reportId: params.id })
    activity.recordView(caller, {
      action: 'report.view',
      object: { type: 'report', id: params.id },
      summary: `Looked at the calls about report #${params.id}`,
    })
    return { data }
  })
  serve(app, endpoints.getOfUnreleased, async ({ params }, request) => {
    const caller = callerOf(request)
    const { patientId, ...data } = await critical.findUnreleased(caller, params.id)
    activity.recordView(caller, {
      action: 'release.open',
      object: { type: 'patient', id: patientId },
      summary: `Looked at the calls about report A-${params.id} of patient ZL-${patientId}`,
    })
    return { data }
  })
  serve(app, endpoints.flag, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await critical.flag(callerOf(request), { reportId: params.id }, body),
  }))
  serve(app, endpoints.flagUnreleased, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await critical.flagUnreleased(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.recordCall, async ({ params, body: { version, sha256, ...call } }, request) => ({
    message: SUCCESS.saved,
    data: await critical.recordCall(
      callerOf(request),
      { reportId: params.id },
      { ...call, seen: { version, sha256 } },
    ),
  }))
  serve(
    app,
    endpoints.recordUnreleasedCall,
    async ({ params, body: { revision, sha256, ...call } }, request) => ({
      message: SUCCESS.saved,
      data: await critical.recordUnreleasedCall(callerOf(request), params.id, {
        ...call,
        seen: { revision, sha256 },
      }),
    }),
  )
  serve(app, endpoints.removeFlag, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await critical.removeFlag(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.allowMessage, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await critical.allowMessage(callerOf(request), params.id, body),
  }))
  serve(app, endpoints.confirmRestored, async (_, request) => ({
    message: SUCCESS.saved,
    data: { confirmed: await criticalLists.confirmRestored(callerOf(request)) },
  }))
  serve(app, endpoints.list, async ({ query }, request) => {
    const caller = callerOf(request)
    const found = await criticalLists.list(caller, query)
    activity.recordList(caller, {
      action: 'report.list',
      what: 'Listed critical reports',
      filter: query.list,
      page: found.pagination.page,
      rows: found.data.length,
    })
    return found
  })
  serve(app, endpoints.count, async (_, request) => ({
    data: await criticalLists.count(callerOf(request)),
  }))
  serve(app, endpoints.times, async ({ query }, request) => ({
    data: await criticalLists.times(callerOf(request), query),
  }))
}
