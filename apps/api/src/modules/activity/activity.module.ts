import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import { createActivitySealService } from './activity-seal.service.ts'
import { activityRoutes, type ActivityPorts } from './activity.routes.ts'
import { createActivityService } from './activity.service.ts'
import type { ViewLimits } from './view-recorder.ts'

export const activityModule = (
  context: Context & ActivityPorts & { viewLimits?: Partial<ViewLimits> | undefined },
) => {
  const activity = createActivityService(context)
  const seals = createActivitySealService(context)
  return defineModule({
    services: { activity, seals },
    routes: (app) => activityRoutes(app, { ...context, activity }),
    jobs: { 'seal-activity': { kind: 'upkeep', at: EVERY_MINUTE, run: () => seals.seal() } },
  })
}
