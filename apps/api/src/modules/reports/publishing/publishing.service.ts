import { VALIDATION, type PublishReport, type Report } from '@zelab/contract'
import { invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import { labScopeOf, type Actor, type Caller } from '../../../core/caller.ts'
import { pipelined } from '../../../core/pipelined.ts'
import { isUniqueViolation, type Database, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import type { AssignCode } from '../versions/amendment.service.ts'
import { lockReport } from '../versions/report-lock.repository.ts'
import { withdrawReport } from './withdraw-report.ts'
import type { ReportFileService, UnpublishedFile } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import type { VisitService } from '../../visits/visits.service.ts'
import { insertReport } from '../list/reports.repository.ts'

interface Withdrawal {
  reason?: string | undefined
  note?: string | undefined
}

export interface Publisher {
  caller: Caller
  /** The recorded actor: `system` for automatic publishing. */
  actor: Actor
  labId: number | null
}

/** Starts the clock of a critical result, unless it runs already. Needs the report's lock. */
export type FlagCritical = (tx: Queryable, caller: Caller, reportId: number) => Promise<void>

const NO_REASON = 'No reason given'

const expectType = async (tx: Queryable, reportTypes: ReportTypeService, id: number): Promise<void> => {
  if (!(await reportTypes.exists(tx, id))) throw invalidField('reportTypeId', VALIDATION.reportType)
}

export const createPublishingService = ({
  database,
  patients,
  reportTypes,
  files,
  reports,
  visits,
  assignCode,
  flagCritical,
}: {
  database: Database
  patients: PatientService
  reportTypes: ReportTypeService
  files: ReportFileService
  reports: ReportService
  visits: Pick<VisitService, 'expectOpen'>
  assignCode: AssignCode
  flagCritical: FlagCritical
}) => ({
  /** All checks run in one transaction, so that a wrong patient, type or file leaves nothing behind. */
  async publish(caller: Caller, patientIdInPath: number, fields: PublishReport): Promise<Report> {
    // Two different patients in one request can only be a mistake (AMB-63).
    if (fields.patientId !== patientIdInPath) throw refusedField('patientId', 'PATIENT_MISMATCH')
    const reportId = await database
      .transaction((tx) =>
        runIdempotent(tx, caller, () =>
          this.publishIn(tx, { caller, actor: caller, labId: caller.user.lab?.id ?? null }, fields, {
            url: fields.fileUrl,
          }),
        ),
      )
      .catch((error: unknown) => {
        // The second of two concurrent requests with one file.
        throw isUniqueViolation(error, 'reports_file_id_key')
          ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
          : error
      })
    return reports.find(caller, reportId)
  },

  async publishIn(
    tx: Queryable,
    { caller, actor, labId }: Publisher,
    fields: Omit<PublishReport, 'fileUrl'>,
    unpublished: UnpublishedFile,
  ): Promise<number> {
    const [, , file] = await pipelined(
      patients.lockPatient(tx, caller, fields.patientId),
      expectType(tx, reportTypes, fields.reportTypeId),
      files.lockUnpublished(tx, caller, unpublished),
    )
    const { visitId } = fields
    if (visitId !== undefined) await visits.expectOpen(tx, caller, visitId, fields.patientId)
    const id = await insertReport(tx, {
      labId,
      patientId: fields.patientId,
      reportTypeId: fields.reportTypeId,
      title: fields.title,
      remark: fields.remark ?? null,
      fileId: file.id,
      uploadedBy: caller.user.id,
      visitId,
    })
    await pipelined(
      files.queueDrawing(tx, caller, file.name),
      assignCode(tx, { reportId: id, version: 1 }),
      recordActivity(tx, actor, {
        action: 'report.publish',
        object: { type: 'report', id },
        labId,
        summary: `Published report #${id} for patient ZL-${fields.patientId}${actor === 'system' ? ' automatically' : ''}`,
      }),
    )
    if (fields.isCritical) await flagCritical(tx, caller, id)
    return id
  },

  async withdraw(caller: Caller, reportId: number, reason: Withdrawal): Promise<void> {
    await database.transaction((tx) =>
      runIdempotent(tx, caller, () => this.withdrawIn(tx, caller, reportId, reason)),
    )
  },

  async withdrawIn(
    tx: Queryable,
    caller: Caller,
    reportId: number,
    { reason = NO_REASON, note }: Withdrawal,
  ): Promise<number> {
    const report = await lockReport(labScopeOf(caller), tx, reportId)
    if (!report || report.isWithdrawn) throw notFound('REPORT_NOT_FOUND')
    await withdrawReport(tx, caller, reportId, { reason, note })
    return reportId
  },
})
export type PublishingService = ReturnType<typeof createPublishingService>
