import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import { createEventService } from './changes/events.service.ts'
import { createClientIdentityService } from './clients/client-identity.ts'
import { createKeyReminderService } from './clients/key-reminders.service.ts'
import { tokenRoutes } from './clients/token.routes.ts'
import { createTokenService } from './clients/tokens.service.ts'
import { createConnectionListService } from './connections/connection-lists.service.ts'
import { createConnectionStateService } from './connections/connection-states.service.ts'
import { connectionRoutes } from './connections/connections.routes.ts'
import { createConnectionService } from './connections/connections.service.ts'
import { createReceivers } from './receivers/receivers.ts'

export const integrationsModule = (
  context: { activity: ActivityService; labs: LabService } & Parameters<typeof createReceivers>[0] & Context,
) => {
  const clientIdentity = createClientIdentityService(context)
  const events = createEventService(context)
  const tokens = createTokenService(context)
  const keyReminders = createKeyReminderService(context)
  const receivers = createReceivers(context)
  const connectionLists = createConnectionListService(context)
  const management = {
    sendings: receivers.services.sendings,
    connections: createConnectionService(context),
    connectionStates: createConnectionStateService(context),
    connectionLists,
  }
  return defineModule({
    services: {
      clientIdentity,
      connectionLists,
      events,
      clientTokens: tokens,
      keyReminders,
      ...receivers.services,
    },
    routes: async (app) => {
      connectionRoutes(app, management)
      await tokenRoutes(app, { tokens, events, publicUrl: context.publicUrl })
    },
    jobs: {
      'remove-expired-tokens': { kind: 'upkeep', at: '*/10 * * * *', run: () => tokens.removeExpired() },
      ...keyReminders.jobs,
      ...receivers.jobs,
    },
    ...(receivers.stop && { stop: receivers.stop }),
  })
}
