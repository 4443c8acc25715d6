import { reasonText, reportFileAddress, VALIDATION, type AmendReport, type Report } from '@zelab/contract'
import { AppError, conflict, invalidField, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { AssignCode } from './assign-code.ts'
import { lockPublishedReport } from './lock-published-report.ts'
import { updateAmendedReport, type LockedReport } from './report-lock.repository.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'

export const createAmendmentService = ({
  database,
  reportTypes,
  files,
  reports,
  assignCode,
}: {
  database: Database
  reportTypes: ReportTypeService
  files: ReportFileService
  reports: ReportService
  assignCode: AssignCode
}) => {
  /** The file of the next version: the current one, or the caller's unused upload. */
  const lockFile = async (tx: Queryable, caller: Caller, current: LockedReport, fileUrl: string) =>
    fileUrl === reportFileAddress(current.file.name)
      ? current.file
      : await files.lockUnpublished(tx, caller, fileUrl)

  return {
    /** Publishes a new version of a report; earlier versions stay unchanged (AMB-27). */
    async amend(caller: Caller, reportId: number, fields: AmendReport): Promise<Report> {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, () => this.amendIn(tx, caller, reportId, fields)),
      )
      return reports.find(caller, reportId)
    },

    /** Amends within a transaction; returns the report's id. */
    async amendIn(tx: Queryable, caller: Caller, reportId: number, fields: AmendReport): Promise<number> {
      const current = await lockPublishedReport(tx, caller, reportId)
      if (fields.version !== undefined && fields.version !== current.version) throw conflict('REPORT_CHANGED')
      if (fields.patientId !== current.patientId) throw refusedField('patientId', 'PATIENT_CANNOT_BE_AMENDED')
      if (!(await reportTypes.exists(tx, fields.reportTypeId)))
        throw invalidField('reportTypeId', VALIDATION.reportType)
      const file = await lockFile(tx, caller, current, fields.fileUrl)
      const remark = fields.remark ?? null
      const isSame =
        fields.title === current.title &&
        remark === current.remark &&
        fields.reportTypeId === current.reportTypeId &&
        // An identical upload is not a change.
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
      await assignCode(tx, { reportId, version: current.version + 1 })
      await recordActivity(tx, caller, {
        action: 'report.amend',
        object: { type: 'report', id: reportId },
        summary: `Amended report #${reportId}, now version ${current.version + 1}: ${reasonText(fields.reason)}`,
      })
      return reportId
    },
  }
}
export type AmendmentService = ReturnType<typeof createAmendmentService>
