import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import { createAwaitedVisitService } from './awaited-visits.service.ts'
import { createReferrerService } from './referrers.service.ts'
import { createStatedVisitService } from './stated-visit.service.ts'
import { createReadyTimeService } from './turnaround/ready-times.service.ts'
import { createTurnaroundSettingsService } from './turnaround/turnaround-settings.service.ts'
import { createTurnaroundService, SET_VISIT_TARGETS } from './turnaround/turnaround.service.ts'
import { createVisitMoveService } from './visit-moves.service.ts'
import { createVisitPaymentService } from './visit-payments.service.ts'
import { createVisitSettingsService, type VisitPorts } from './visit-settings.service.ts'
import { visitRoutes } from './visits.routes.ts'
import { createVisitService } from './visits.service.ts'

export const visitsModule = (
  given: Context & VisitPorts & { labs: LabService; patients: PatientService },
) => {
  const turnaround = createTurnaroundService(given)
  const context = { ...given, turnaround }
  const visits = createVisitService(context)
  const services = {
    turnaround,
    readyTimes: createReadyTimeService(context),
    turnaroundSettings: createTurnaroundSettingsService(context),
    visits,
    visitPayments: createVisitPaymentService({ ...context, visits }),
    visitMoves: createVisitMoveService(context),
    statedVisits: createStatedVisitService(context),
    visitSettings: createVisitSettingsService(context),
    awaitedVisits: createAwaitedVisitService(context),
    referrers: createReferrerService(context),
  }
  return defineModule({
    services,
    routes: (app) => visitRoutes(app, { ...context, ...services }),
    jobs: {
      [SET_VISIT_TARGETS]: {
        kind: 'upkeep',
        run: (payload: { labId?: number }) => turnaround.setOpenTargets(payload),
      },
    },
  })
}
