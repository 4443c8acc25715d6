import {
  REFUSAL,
  type Pagination,
  type Report,
  type ReportInPatient,
  type ReportListQuery,
} from '@zelab/contract'
import { notFound } from '../../http/app-error.ts'
import { callerCan, labScopeOf, type Caller } from '../../http/caller.ts'
import { offsetOf, paginate } from '../../http/pages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { toReportInPatient } from './report-row.ts'
import {
  countReports,
  findReport,
  findReports,
  findReportsOfPatient,
  isPatientInScope,
} from './reports.repository.ts'

export const createReportReadingService = ({
  database,
  activity,
}: {
  database: Database
  activity: ActivityService
}) => {
  const find = async (caller: Caller, id: number): Promise<Report> => {
    const report = await findReport(labScopeOf(caller), database, id)
    if (!report || (report.withdrawal && !callerCan(caller, 'reports:delete')))
      throw notFound(REFUSAL.reportNotFound)
    return report
  }

  return {
    async list(caller: Caller, query: ReportListQuery): Promise<{ data: Report[]; pagination: Pagination }> {
      const scope = labScopeOf(caller)
      const pagination = paginate(query, await countReports(scope, database, query.reportTypeId))
      const data = await findReports(scope, database, query, {
        limit: pagination.limit,
        offset: offsetOf(pagination),
      })
      return { data, pagination }
    },

    /** A withdrawn report is found only by those who may withdraw (AMB-27). */
    find,

    /** The report for its page; goes on record as a view. */
    async get(caller: Caller, id: number): Promise<Report> {
      const report = await find(caller, id)
      activity.recordView(caller, {
        action: 'report.view',
        object: { type: 'report', id },
        summary: `Looked at report #${id} of patient ZL-${report.patient.id}`,
      })
      return report
    },

    async listOfPatient(caller: Caller, patientId: number): Promise<Report[]> {
      const scope = labScopeOf(caller)
      if (!(await isPatientInScope(scope, database, patientId))) throw notFound(REFUSAL.patientNotFound)
      return findReportsOfPatient(scope, database, patientId)
    },

    async listInPatient(caller: Caller, patientId: number): Promise<ReportInPatient[]> {
      const reports = await findReportsOfPatient(labScopeOf(caller), database, patientId)
      return reports.map(toReportInPatient)
    },
  }
}
export type ReportReadingService = ReturnType<typeof createReportReadingService>
