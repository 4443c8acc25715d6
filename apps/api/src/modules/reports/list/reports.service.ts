import {
  NO_REPORT_FILTER,
  type Pagination,
  type Report,
  type ReportFilter,
  type ReportInPatient,
  type ReportListQuery,
  type ReportVersion,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import { callerCan, labScopeOf, type Caller, listReaderOf } from '../../../core/caller.ts'
import type { TotalledRows } from '../../../core/pagination.ts'
import { toReportInPatient } from './report-row.ts'
import { findVersions } from '../versions/report-versions.repository.ts'
import { exportFoundReports, listReports } from './report-list.ts'
import {
  findReports,
  findReportsAfter,
  type ExportedReport,
  type ReportOrder,
} from './report-list.repository.ts'
import { findReport, findReportsOfPatient, findSurvivingPatientId } from './reports.repository.ts'

const EXPORT_BATCH = 1000

/** Only users who may withdraw reports see withdrawn ones (AMB-27). */
export const expectVisible = <Found extends Report>(caller: Caller, report: Found | undefined): Found => {
  if (!report || (report.withdrawal && !callerCan(caller, 'reports:delete')))
    throw notFound('REPORT_NOT_FOUND')
  return report
}

export const createReportService = ({
  database,
  readList,
  timeZone,
}: Pick<Context, 'database' | 'readList' | 'timeZone'>) => {
  const find = async (caller: Caller, id: number): Promise<Report> =>
    expectVisible(caller, await findReport(labScopeOf(caller), database, id))

  return {
    async list(caller: Caller, query: ReportListQuery): Promise<{ data: Report[]; pagination: Pagination }> {
      const reader = listReaderOf(caller, await timeZone())
      return listReports(reader, (work) => readList(caller, work), query)
    },

    async newest(caller: Caller, limit: number): Promise<TotalledRows<Report>> {
      const query = { ...NO_REPORT_FILTER, sortBy: 'createdAt', sortOrder: 'desc' } as const
      return findReports(listReaderOf(caller, await timeZone()), database, query, { limit, offset: 0 })
    },

    find,

    async listVersions(caller: Caller, id: number): Promise<ReportVersion[]> {
      await find(caller, id)
      return findVersions(labScopeOf(caller), database, id)
    },

    async *exportAll(caller: Caller, query: ReportFilter & ReportOrder): AsyncGenerator<Report[], void> {
      const reader = listReaderOf(caller, await timeZone())
      if (query.search !== NO_REPORT_FILTER.search)
        return yield* exportFoundReports(reader, (work) => readList(caller, work), query, EXPORT_BATCH)
      let after: ExportedReport | undefined
      for (;;) {
        const batch = { limit: EXPORT_BATCH, after }
        const rows = await readList(caller, (db) => findReportsAfter(reader, db, query, batch))
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
