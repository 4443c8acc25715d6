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

export const integrationsModule = (context: Context & { activity: ActivityService; labs: LabService }) => {
  const clientIdentity = createClientIdentityService(context)
  const events = createEventService(context)
  const management = {
    connections: createConnectionService(context),
    connectionStates: createConnectionStateService(context),
    connectionLists: createConnectionListService(context),
  }
  return defineModule({
    services: { clientIdentity, events },
    routes: (app) => {
      connectionRoutes(app, management)
      eventRoutes(app, { events })
    },
  })
}
