import { RECENT_ROWS, type Dashboard } from '@zelab/contract'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PatientService } from '../patients/registry/patients.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import { countFew } from './dashboard.repository.ts'

export const createDashboardService = ({
  database,
  timeZone,
  patients,
  reports,
}: {
  database: Database
  timeZone: () => Promise<string>
  patients: PatientService
  reports: ReportService
}) => ({
  async get(caller: Caller): Promise<Dashboard> {
    const zone = await timeZone()
    const [counters, newPatients, newReports] = await Promise.all([
      countFew(labScopeOf(caller), database, zone),
      patients.newest(caller, RECENT_ROWS),
      reports.newest(caller, RECENT_ROWS),
    ])
    return {
      ...counters,
      totalPatients: newPatients.total ?? 0,
      totalReports: newReports.total ?? 0,
      recentPatients: newPatients.rows,
      recentReports: newReports.rows,
    }
  },
})
export type DashboardService = ReturnType<typeof createDashboardService>
