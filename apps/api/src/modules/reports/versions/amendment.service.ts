import { reasonText, reportFileAddress, VALIDATION, type AmendReport, type Report } from '@zelab/contract'
import { AppError, conflict, invalidField, refusedField, notFound } from '../../../core/app-error.ts'
import { type Caller, callerCan, labScopeOf } from '../../../core/caller.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { updateAmendedReport, type LockedReport, lockReport } from './report-lock.repository.ts'
import type { ReportFileService, UnpublishedFile } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'

/** Throws for a missing or withdrawn report. */
export const lockPublishedReport = async (
  tx: Queryable,
  caller: Caller,
  id: number,
): Promise<LockedReport> => {
  const report = await lockReport(labScopeOf(caller), tx, id)
  if (!report || (report.isWithdrawn && !callerCan(caller, 'reports:delete')))
    throw notFound('REPORT_NOT_FOUND')
  if (report.isWithdrawn) throw conflict('REPORT_WITHDRAWN')
  return report
}

/** Runs in the publishing transaction. */
export type AssignCode = (tx: Queryable, version: { reportId: number; version: number }) => Promise<void>

interface Deps {
  database: Database
  reportTypes: ReportTypeService
  files: ReportFileService
  reports: ReportService
  assignCode: AssignCode
}

export const createAmendmentService = ({ database, reportTypes, files, reports, assignCode }: Deps) => ({
  /** Keeps earlier versions (AMB-27). */
  async amend(caller: Caller, reportId: number, fields: AmendReport): Promise<Report> {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, () => this.amendIn(tx, caller, reportId, fields, { url: fields.fileUrl })),
    )
    return reports.find(caller, reportId)
  },

  /**
   * Returns the report's id.
   * @param next the file of the next version: the current one, or an unused upload
   */
  async amendIn(
    tx: Queryable,
    caller: Caller,
    reportId: number,
    fields: Omit<AmendReport, 'fileUrl'>,
    next: UnpublishedFile,
  ): Promise<number> {
    const current = await lockPublishedReport(tx, caller, reportId)
    if (fields.version !== undefined && fields.version !== current.version) throw conflict('REPORT_CHANGED')
    if (fields.patientId !== current.patientId) throw refusedField('patientId', 'PATIENT_CANNOT_BE_AMENDED')
    if (!(await reportTypes.exists(tx, fields.reportTypeId)))
      throw invalidField('reportTypeId', VALIDATION.reportType)
    const isCurrentFile = 'url' in next && next.url === reportFileAddress(current.file.name)
    const file = isCurrentFile ? current.file : await files.lockUnpublished(tx, caller, next)
    const remark = fields.remark ?? null
    const isSame =
      fields.title === current.title &&
      remark === current.remark &&
      fields.reportTypeId === current.reportTypeId &&
      file.sha256.equals(current.file.sha256)
    if (isSame) throw new AppError('INVALID', 'NOTHING_AMENDED')
    await updateAmendedReport(tx, {
      reportId,
      title: fields.title,
      remark,
      reportTypeId: fields.reportTypeId,
      fileId: file.id,
      by: caller.user.id,
      reason: fields.reason,
      note: fields.note ?? null,
    })
    if (!isCurrentFile) await files.queueDrawing(tx, caller, file.name)
    await assignCode(tx, { reportId, version: current.version + 1 })
    await recordActivity(tx, caller, {
      action: 'report.amend',
      object: { type: 'report', id: reportId },
      summary: `Amended report #${reportId}, now version ${current.version + 1}: ${reasonText(fields.reason)}`,
    })
    return reportId
  },
})
export type AmendmentService = ReturnType<typeof createAmendmentService>
