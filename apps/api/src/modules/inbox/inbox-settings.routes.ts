import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { InboxSettingsService } from './settings/inbox-settings.service.ts'
import type { InboxSourceService } from './sources/sources.service.ts'

export const inboxSettingsRoutes = (
  app: FastifyInstance,
  services: {
    inboxSettings: InboxSettingsService
    inboxSources: InboxSourceService
    activity: ActivityService
  },
): void => {
  const { inboxSettings, inboxSources, activity } = services
  serve(app, contract.inbox.getSettings, async ({ params }, request) => ({
    data: await inboxSettings.get(callerOf(request), params.id),
  }))
  serve(app, contract.inbox.updateSettings, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await inboxSettings.update(callerOf(request), params.id, body),
  }))
  serve(app, contract.inbox.trySettings, async ({ params, body }, request) => {
    const caller = callerOf(request)
    const data = await inboxSettings.tryOut(caller, params.id, body)
    activity.recordList(caller, {
      action: 'inbox.list',
      what: `Tried inbox rules on the newest files of lab ${params.id}`,
      object: { type: 'lab', id: params.id },
      rows: data.length,
    })
    return { data }
  })
  serve(app, contract.inbox.getSources, async ({ params }, request) => ({
    data: await inboxSources.list(callerOf(request), params.id),
  }))
  serve(app, contract.inbox.addSource, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await inboxSources.add(callerOf(request), params.id, body),
  }))
  serve(app, contract.inbox.updateSource, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await inboxSources.update(callerOf(request), { labId: params.id, id: params.sourceId }, body),
  }))
  serve(app, contract.inbox.removeSource, async ({ params }, request) => {
    await inboxSources.remove(callerOf(request), { labId: params.id, id: params.sourceId })
    return {}
  })
}
