import {
  NO_REPORT_FILTER,
  type Pagination,
  type Report,
  type ReportFilter,
  type ReportInPatient,
  type ReportListQuery,
  type ReportReader,
  type ReportVersion,
  type ShownReport,
} from '@zelab/contract'
import { notFound } from '../../../core/app-error.ts'
import { callerCan, labScopeOf, type Caller } from '../../../core/caller.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import type { Database, ReadList } from '../../../platform/database/database.ts'
import type { ActivityService } from '../../activity/activity.service.ts'
import { toReportInPatient } from './report-row.ts'
import { findVersions } from '../versions/report-versions.repository.ts'
import { exportFoundReports, listReports } from './report-list.ts'
import {
  findReports,
  findReportsAfter,
  type ExportedReport,
  type ReportOrder,
} from './report-list.repository.ts'
import {
  createShownReportFinder,
  findReport,
  findReportsOfPatient,
  findSurvivingPatientId,
  type ShownReportParts,
} from './reports.repository.ts'

const EXPORT_BATCH = 1000

export const createReportService = ({
  database,
  readList,
  timeZone,
  activity,
  parts,
}: {
  database: Database
  readList: ReadList
  timeZone: () => Promise<string>
  activity: ActivityService
  parts: ShownReportParts
}) => {
  const findShownReport = createShownReportFinder(parts)
  const visible = <Found extends Report>(caller: Caller, report: Found | undefined): Found => {
    if (!report || (report.withdrawal && !callerCan(caller, 'reports:delete')))
      throw notFound('REPORT_NOT_FOUND')
    return report
  }
  const find = async (caller: Caller, id: number): Promise<Report> =>
    visible(caller, await findReport(labScopeOf(caller), database, id))

  return {
    async list(caller: Caller, query: ReportListQuery): Promise<{ data: Report[]; pagination: Pagination }> {
      const zone = await timeZone()
      return listReports(labScopeOf(caller), (work) => readList(caller, work), query, zone)
    },

    /** The newest reports of the caller's list, and their total. */
    newest: (caller: Caller, limit: number): Promise<TotalledRows<Report>> =>
      findReports(
        labScopeOf(caller),
        database,
        { ...NO_REPORT_FILTER, sortBy: 'createdAt', sortOrder: 'desc' },
        { limit, offset: 0 },
      ),

    /** A withdrawn report is visible only to users who may withdraw (AMB-27). */
    find,

    /** The report for its page; recorded as a view. */
    async get(caller: Caller, id: number): Promise<ShownReport> {
      const report = visible(caller, await findShownReport(labScopeOf(caller), database, id))
      activity.recordView(caller, {
        action: 'report.view',
        object: { type: 'report', id },
        summary: `Looked at report #${id} of patient ZL-${report.patient.id}`,
      })
      return report
    },

    /** Every version, for users who may see the report. */
    async listVersions(caller: Caller, id: number): Promise<ReportVersion[]> {
      await find(caller, id)
      return findVersions(labScopeOf(caller), database, id)
    },

    listReaders: (caller: Caller, id: number): Promise<{ readers: ReportReader[]; total: number }> =>
      activity.readersOf(id, () => find(caller, id)),

    /** Every report of the filter in the order of the list, in batches. */
    async *exportAll(caller: Caller, query: ReportFilter & ReportOrder): AsyncGenerator<Report[], void> {
      const scope = labScopeOf(caller)
      const zone = await timeZone()
      if (query.search !== NO_REPORT_FILTER.search)
        return yield* exportFoundReports(scope, (work) => readList(caller, work), query, zone, EXPORT_BATCH)
      let after: ExportedReport | undefined
      for (;;) {
        const batch = { limit: EXPORT_BATCH, after }
        const rows = await readList(caller, (db) => findReportsAfter(scope, db, query, zone, batch))
        if (rows.length > 0) yield rows.map(({ report }) => report)
        if (rows.length < EXPORT_BATCH) return
        after = rows.at(-1)
      }
    },

    async listOfPatient(caller: Caller, patientId: number): Promise<Report[]> {
      const scope = labScopeOf(caller)
      const survivingId = await findSurvivingPatientId(scope, database, patientId)
      if (survivingId === undefined) throw notFound('PATIENT_NOT_FOUND')
      return findReportsOfPatient(scope, database, survivingId)
    },

    async listInPatient(caller: Caller, patientId: number): Promise<ReportInPatient[]> {
      const reports = await findReportsOfPatient(labScopeOf(caller), database, patientId)
      return reports.map(toReportInPatient)
    },
  }
}
export type ReportService = ReturnType<typeof createReportService>
