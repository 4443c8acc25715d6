import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { eventRoutes } from './changes/events.routes.ts'
import { createEventService } from './changes/events.service.ts'
import { createClientIdentityService } from './clients/client-identity.ts'

export const integrationsModule = (context: Context & { activity: ActivityService }) => {
  const clientIdentity = createClientIdentityService(context)
  const events = createEventService(context)
  return defineModule({
    services: { clientIdentity, events },
    routes: (app) => eventRoutes(app, { events }),
  })
}
