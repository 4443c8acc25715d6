import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable, ReadList } from '../../platform/database/database.ts'
import type { LabService } from '../labs/labs.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import { createAwaitedVisitService } from './awaited-visits.service.ts'
import { createReferrerService } from './referrers.service.ts'
import { createStatedVisitService } from './stated-visit.service.ts'
import { createTurnaroundService } from './turnaround/turnaround.service.ts'
import { createVisitSettingsService } from './visit-settings.service.ts'
import { createVisitService } from './visits.service.ts'

export const createVisitServices = (dependencies: {
  database: Database
  readList: ReadList
  clock: Clock
  timeZone: () => Promise<string>
  storedTimeZone: (tx: Queryable) => Promise<string>
  labs: LabService
  patients: PatientService
  /** Sends links that a payment held until now. */
  enqueueSending: (tx: Queryable, requestId?: string) => Promise<void>
}) => {
  const turnaround = createTurnaroundService(dependencies)
  return {
    turnaround,
    visits: createVisitService({ ...dependencies, turnaround }),
    statedVisits: createStatedVisitService({ ...dependencies, turnaround }),
    visitSettings: createVisitSettingsService(dependencies),
    awaitedVisits: createAwaitedVisitService(dependencies),
    referrers: createReferrerService(dependencies),
  }
}
