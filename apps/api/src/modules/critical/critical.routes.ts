import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveList } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { CriticalListService } from './critical-lists.service.ts'
import type { CriticalSettingsService } from './critical-settings.service.ts'
import type { CriticalService } from './critical.service.ts'

export const criticalRoutes = (
  app: FastifyInstance,
  {
    critical,
    criticalLists,
    criticalSettings,
    activity,
  }: {
    critical: CriticalService
    criticalLists: CriticalListService
    criticalSettings: CriticalSettingsService
    activity: ActivityService
  },
): void => {
  const endpoints = contract.critical
  serve(app, endpoints.getCriticalSettings, ({ params, caller }) => criticalSettings.get(caller, params.id))
  serve(app, endpoints.updateCriticalSettings, ({ params, body, caller }) =>
    criticalSettings.update(caller, params.id, body),
  )
  serve(app, endpoints.getOfReport, async ({ params, caller }) => {
    const data = await critical.find(caller, { reportId: params.id })
    activity.recordView(caller, {
      action: 'report.view',
      object: { type: 'report', id: params.id },
      summary: `Looked at the calls about report #${params.id}`,
    })
    return data
  })
  serve(app, endpoints.getOfUnreleased, async ({ params, caller }) => {
    const { patientId, ...data } = await critical.findUnreleased(caller, params.id)
    activity.recordView(caller, {
      action: 'release.open',
      object: { type: 'patient', id: patientId },
      summary: `Looked at the calls about report A-${params.id} of patient ZL-${patientId}`,
    })
    return data
  })
  serve(app, endpoints.flag, ({ params, body, caller }) =>
    critical.flag(caller, { reportId: params.id }, body),
  )
  serve(app, endpoints.flagUnreleased, ({ params, body, caller }) =>
    critical.flagUnreleased(caller, params.id, body),
  )
  serve(app, endpoints.recordCall, ({ params, body: { version, sha256, ...call }, caller }) =>
    critical.recordCall(caller, { reportId: params.id }, { ...call, seen: { version, sha256 } }),
  )
  serve(app, endpoints.recordUnreleasedCall, ({ params, body: { revision, sha256, ...call }, caller }) =>
    critical.recordUnreleasedCall(caller, params.id, {
      ...call,
      seen: { revision, sha256 },
    }),
  )
  serve(app, endpoints.removeFlag, ({ params, body, caller }) => critical.removeFlag(caller, params.id, body))
  serve(app, endpoints.allowMessage, ({ params, body, caller }) =>
    critical.allowMessage(caller, params.id, body),
  )
  serve(app, endpoints.confirmRestored, async ({ caller }) => ({
    confirmed: await criticalLists.confirmRestored(caller),
  }))
  serveList(
    app,
    endpoints.list,
    ({ query }) => ({ action: 'report.list', what: 'Listed critical reports', filter: query.list }),
    ({ query, caller }) => criticalLists.list(caller, query),
  )
  serve(app, endpoints.count, ({ caller }) => criticalLists.count(caller))
  serve(app, endpoints.times, ({ query, caller }) => criticalLists.times(caller, query))
}
