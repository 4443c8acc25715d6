import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import { eventRoutes } from './changes/events.routes.ts'
import { createEventService } from './changes/events.service.ts'
import { createClientIdentityService } from './clients/client-identity.ts'
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
  const management = {
    connections: createConnectionService(context),
    connectionStates: createConnectionStateService(context),
    connectionLists: createConnectionListService(context),
  }
  const receivers = createReceivers(context)
  return defineModule({
    services: { clientIdentity, events, ...receivers.services },
    routes: (app) => {
      connectionRoutes(app, management)
      eventRoutes(app, { events })
      receivers.routes?.(app)
    },
    ...(receivers.jobs && { jobs: receivers.jobs }),
    ...(receivers.stop && { stop: receivers.stop }),
  })
}
