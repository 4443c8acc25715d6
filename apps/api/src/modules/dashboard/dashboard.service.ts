import { RECENT_ROWS, type Dashboard } from '@zelab/contract'
import { labScopeOf, type Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PatientService } from '../patients/patients.service.ts'
import type { ReportReadingService } from '../reports/report-reading.service.ts'
import { countEverything } from './dashboard.repository.ts'

export const createDashboardService = ({
  database,
  timeZone,
  patients,
  reports,
}: {
  database: Database
  timeZone: () => Promise<string>
  patients: PatientService
  reports: ReportReadingService
}) => ({
  async get(caller: Caller): Promise<Dashboard> {
    const zone = await timeZone()
    const [counters, recentPatients, recentReports] = await Promise.all([
      countEverything(labScopeOf(caller), database, zone),
      patients.newest(caller, RECENT_ROWS),
      reports.newest(caller, RECENT_ROWS),
    ])
    return { ...counters, recentPatients, recentReports }
  },
})
export type DashboardService = ReturnType<typeof createDashboardService>
