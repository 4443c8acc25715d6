import type { Context } from '../../core/context.ts'
import { defineModule, EVERY_MINUTE } from '../../core/module.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { ReleaseWorklist } from '../reports/release/worklist.service.ts'
import { createCriticalListService } from './critical-lists.service.ts'
import { createCriticalSettingsService } from './critical-settings.service.ts'
import { criticalRoutes } from './critical.routes.ts'
import { createCriticalService } from './critical.service.ts'
import {
  createEscalationService,
  SEND_CRITICAL_NOTICE,
  SEND_CRITICAL_SMS,
  type CriticalNoticeJob,
} from './escalation.service.ts'

export const criticalModule = (
  context: Context & {
    activity: ActivityService
    labs: LabService
    reports: ReportService
    releaseWorklist: ReleaseWorklist
  },
) => {
  const escalation = createEscalationService(context)
  const services = {
    critical: createCriticalService(context),
    criticalLists: createCriticalListService(context),
    criticalSettings: createCriticalSettingsService(context),
    escalation,
  }
  const send = (payload: CriticalNoticeJob) => escalation.send(payload)
  return defineModule({
    services,
    routes: (app) => criticalRoutes(app, { ...context, ...services }),
    jobs: {
      'escalate-critical-results': { kind: 'messages', at: EVERY_MINUTE, run: () => escalation.run() },
      // An earlier version queued SMS here.
      [SEND_CRITICAL_NOTICE]: { kind: 'messages', run: send },
      [SEND_CRITICAL_SMS]: { kind: 'sms', run: send },
    },
  })
}
