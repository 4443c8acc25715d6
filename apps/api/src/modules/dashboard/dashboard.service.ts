import { RECENT_ROWS, reportListQuery, patientListQuery, type Dashboard } from '@zelab/contract'
import { labScopeOf, type Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PatientService } from '../patients/patients.service.ts'
import type { ReportReadingService } from '../reports/report-reading.service.ts'
import { countEverything } from './dashboard.repository.ts'

const NEWEST_PATIENTS = patientListQuery.parse({ limit: RECENT_ROWS })
const NEWEST_REPORTS = reportListQuery.parse({ limit: RECENT_ROWS })

export const createDashboardService = ({
  database,
  timeZone,
  patients,
  reports,
}: {
  database: Database
  timeZone: string
  patients: PatientService
  reports: ReportReadingService
}) => ({
  async get(caller: Caller): Promise<Dashboard> {
    const [counters, recentPatients, recentReports] = await Promise.all([
      countEverything(labScopeOf(caller), database, timeZone),
      patients.list(caller, NEWEST_PATIENTS),
      reports.list(caller, NEWEST_REPORTS),
    ])
    return { ...counters, recentPatients: recentPatients.data, recentReports: recentReports.data }
  },
})
export type DashboardService = ReturnType<typeof createDashboardService>
