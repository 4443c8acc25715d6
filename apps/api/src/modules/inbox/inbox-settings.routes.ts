import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve, serveList } from '../../http/serve.ts'
import type { InboxSettingsService } from './settings/inbox-settings.service.ts'
import type { InboxSourceService } from './sources/sources.service.ts'

export const inboxSettingsRoutes = (
  app: FastifyInstance,
  services: {
    inboxSettings: InboxSettingsService
    inboxSources: InboxSourceService
  },
): void => {
  const { inboxSettings, inboxSources } = services
  serve(app, contract.inbox.getSettings, ({ params, caller }) => inboxSettings.get(caller, params.id))
  serve(app, contract.inbox.updateSettings, ({ params, body, caller }) =>
    inboxSettings.update(caller, params.id, body),
  )
  serveList(
    app,
    contract.inbox.trySettings,
    ({ params }) => ({
      action: 'inbox.list',
      what: `Tried inbox rules on the newest files of lab ${params.id}`,
      object: { type: 'lab', id: params.id },
    }),
    ({ params, body, caller }) => inboxSettings.tryOut(caller, params.id, body),
  )
  serve(app, contract.inbox.getSources, ({ params, caller }) => inboxSources.list(caller, params.id))
  serve(app, contract.inbox.addSource, ({ params, body, caller }) =>
    inboxSources.add(caller, params.id, body),
  )
  serve(app, contract.inbox.updateSource, ({ params, body, caller }) =>
    inboxSources.update(caller, { labId: params.id, id: params.sourceId }, body),
  )
  serve(app, contract.inbox.removeSource, ({ params, caller }) =>
    inboxSources.remove(caller, { labId: params.id, id: params.sourceId }),
  )
}
