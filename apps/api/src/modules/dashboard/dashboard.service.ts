import type { Dashboard } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { labScopeOf, type Caller, type LabScope } from '../../core/caller.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import type { ReportService } from '../reports/list/reports.service.ts'
import type { DailyTotalService } from '../insights/daily-totals.service.ts'
import { countPatientsOfWeek, countUsersAndLabs } from './dashboard.repository.ts'
import { RECENT_ROWS } from '../../core/pagination.ts'

export const createDashboardService = ({
  database,
  timeZone,
  dailyTotals,
  patients,
  reports,
}: Pick<Context, 'database' | 'timeZone'> & {
  dailyTotals: DailyTotalService
  patients: PatientService
  reports: ReportService
}) => {
  const patientsOfWeek = async (scope: LabScope): Promise<number> =>
    (await dailyTotals.patientsOfWeek(scope)) ?? countPatientsOfWeek(scope, database, await timeZone())

  return {
    async get(caller: Caller): Promise<Dashboard> {
      const scope = labScopeOf(caller)
      const [usersAndLabs, newPatientsThisWeek, newPatients, newReports] = await Promise.all([
        // Only the Admin sees the numbers of users and labs (AMB-34).
        scope.everyLab ? countUsersAndLabs(database) : { totalUsers: 0, totalLabs: 0 },
        patientsOfWeek(scope),
        patients.newest(caller, RECENT_ROWS),
        reports.newest(caller, RECENT_ROWS),
      ])
      return {
        ...usersAndLabs,
        newPatientsThisWeek,
        totalPatients: newPatients.total ?? 0,
        totalReports: newReports.total ?? 0,
        recentPatients: newPatients.rows,
        recentReports: newReports.rows,
      }
    },
  }
}
