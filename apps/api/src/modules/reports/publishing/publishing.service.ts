import { VALIDATION, type PublishReport, type Report } from '@zelab/contract'
import { invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { isUniqueViolation, type Database } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/registry/patients.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import type { AssignCode } from '../versions/assign-code.ts'
import { lockReport } from '../versions/report-lock.repository.ts'
import { withdrawReport } from './withdraw-report.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import { insertReport } from '../list/reports.repository.ts'

const NO_REASON = 'No reason given'

export const createPublishingService = ({
  database,
  patients,
  reportTypes,
  files,
  reports,
  assignCode,
}: {
  database: Database
  patients: PatientService
  reportTypes: ReportTypeService
  files: ReportFileService
  reports: ReportService
  assignCode: AssignCode
}) => ({
  /**
   * Publishes the caller's uploaded file for a patient in scope. All checks run in one transaction: a wrong
   * patient, type or file leaves nothing behind.
   */
  async publish(caller: Caller, patientIdInPath: number, fields: PublishReport): Promise<Report> {
    // Two different patients in one request can only be a mistake (AMB-63).
    if (fields.patientId !== patientIdInPath) throw refusedField('patientId', 'PATIENT_MISMATCH')
    const reportId = await database
      .transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          await patients.lockPatient(tx, caller, fields.patientId)
          if (!(await reportTypes.exists(tx, fields.reportTypeId)))
            throw invalidField('reportTypeId', VALIDATION.reportType)
          const file = await files.lockUnpublished(tx, caller, fields.fileUrl)
          const id = await insertReport(tx, {
            labId: caller.user.lab?.id ?? null,
            patientId: fields.patientId,
            reportTypeId: fields.reportTypeId,
            title: fields.title,
            remark: fields.remark ?? null,
            fileId: file.id,
            uploadedBy: caller.user.id,
          })
          await assignCode(tx, { reportId: id, version: 1 })
          await recordActivity(tx, caller, {
            action: 'report.publish',
            object: { type: 'report', id },
            summary: `Published report #${id} for patient ZL-${fields.patientId}`,
          })
          return id
        }),
      )
      .catch((error: unknown) => {
        // Of two concurrent requests with one file, the second finds it taken.
        throw isUniqueViolation(error, 'reports_file_id_key')
          ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
          : error
      })
    return reports.find(caller, reportId)
  },

  async withdraw(
    caller: Caller,
    reportId: number,
    { reason, note }: { reason?: string | undefined; note?: string | undefined },
  ): Promise<void> {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        const report = await lockReport(labScopeOf(caller), tx, reportId)
        if (!report || report.isWithdrawn) throw notFound('REPORT_NOT_FOUND')
        await withdrawReport(tx, caller, reportId, { reason: reason ?? NO_REASON, note })
        return reportId
      }),
    )
  },
})
export type PublishingService = ReturnType<typeof createPublishingService>
