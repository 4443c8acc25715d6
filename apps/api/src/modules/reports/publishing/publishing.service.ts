import {
  VALIDATION,
  type AwaitsRelease,
  type PublishReport,
  type Report,
  type SeenReport,
} from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import { callerCan, labScopeOf, type Actor, type Caller } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable, pipelined } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import { lockSeenReport } from '../versions/amendment.service.ts'
import { hasOpenCritical, lockReport } from '../versions/report-lock.repository.ts'
import { withdrawReport } from './withdraw-report.ts'
import type { ReportFileService, UnpublishedFile } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import type { VisitService } from '../../visits/visits.service.ts'
import { insertReport } from '../list/reports.repository.ts'
import {
  publishIdempotent,
  refuseChangedRule,
  type InboxOrigin,
  type Published,
  type UnreleasedService,
} from '../release/unreleased.service.ts'

interface Withdrawal {
  reason?: string | undefined
  note?: string | undefined
  /** Version that the person saw; undefined for a call about all versions (AMB-27). */
  seen?: SeenReport | undefined
}

export interface Publisher {
  caller: Caller
  /** The recorded actor: `system` for automatic publishing. */
  actor: Actor
  labId: number | null
  /** The inbox item of the file. */
  item?: InboxOrigin
}

interface CheckedReport {
  labId: number | null
  patientId: number
  reportTypeId: number
  title: string
  remark: string | null
  visitId?: number | null | undefined
  uploadedBy: number
  republishedFrom?: number | null
  releaseId?: number
}

const NO_REASON = 'No reason given'

const expectType = async (tx: Queryable, reportTypes: ReportTypeService, id: number): Promise<void> => {
  if (!(await reportTypes.exists(tx, id))) throw invalidField('reportTypeId', VALIDATION.reportType)
}

const expectPublished = async (tx: Queryable, caller: Caller, reportId: number) => {
  const report = await lockReport(labScopeOf(caller), tx, reportId)
  if (!report || report.isWithdrawn) throw notFound('REPORT_NOT_FOUND')
}

export const createPublishingService = ({
  database,
  patients,
  reportTypes,
  files,
  reports,
  visits,
  unreleased,
  assignCode,
  flagCritical,
}: Pick<Context, 'database'> &
  Pick<ReportPorts, 'assignCode' | 'flagCritical'> & {
    patients: PatientService
    reportTypes: ReportTypeService
    files: ReportFileService
    reports: ReportService
    visits: Pick<VisitService, 'ofReport'>
    unreleased: UnreleasedService
  }) => ({
  /** All checks run in one transaction, so that a wrong patient, type or file leaves nothing behind. */
  async publish(
    caller: Caller,
    patientIdInPath: number,
    fields: PublishReport,
  ): Promise<Report | AwaitsRelease> {
    // Two different patients in one request can only be a mistake (AMB-63).
    if (fields.patientId !== patientIdInPath) throw refusedField('patientId', 'PATIENT_MISMATCH')
    const published = await database
      .transaction((tx) =>
        publishIdempotent(tx, caller, () =>
          this.publishIn(tx, { caller, actor: caller, labId: caller.user.lab?.id ?? null }, fields, {
            url: fields.fileUrl,
          }),
        ),
      )
      .catch((error: unknown) => {
        // The second of two concurrent requests with one file.
        throw isUniqueViolation(error, 'reports_file_id_key') ||
          isUniqueViolation(error, 'unreleased_reports_file_key')
          ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
          : error
      })
    return 'unreleasedId' in published ? published : reports.find(caller, published.reportId)
  },

  async publishIn(
    tx: Queryable,
    { caller, actor, labId, item }: Publisher,
    fields: Omit<PublishReport, 'fileUrl'>,
    unpublished: UnpublishedFile,
  ): Promise<Published> {
    const { patientId, reportTypeId, isCritical } = fields
    const [, , file, isReleaseNeeded, visitId] = await pipelined(
      patients.lockPatient(tx, caller, patientId),
      expectType(tx, reportTypes, reportTypeId),
      files.lockUnpublished(tx, caller, unpublished),
      unreleased.isNeeded(tx, { patientId, typeIds: [reportTypeId] }),
      visits.ofReport(tx, caller, fields),
    )
    const report = { patientId, reportTypeId, title: fields.title, remark: fields.remark ?? null, visitId }
    if (isReleaseNeeded) {
      const { id: fileId, sha256 } = file
      return unreleased.add(tx, { caller, actor }, { ...report, fileId, sha256 }, { item, isCritical })
    }
    const id = await this.insertIn(
      tx,
      { caller, actor },
      { ...report, labId, uploadedBy: caller.user.id },
      file,
    )
    if (isCritical) await flagCritical(tx, caller, { reportId: id })
    return { reportId: id }
  },

  /** Needs a checked report and a locked file. Returns the id of the report. */
  async insertIn(
    tx: Queryable,
    { caller, actor }: Pick<Publisher, 'caller' | 'actor'>,
    report: CheckedReport,
    file: { id: number; name: string },
  ): Promise<number> {
    const id = await insertReport(tx, { ...report, fileId: file.id }).catch(refuseChangedRule)
    await pipelined(
      files.queueDrawing(tx, caller, file.name),
      assignCode(tx, { reportId: id, version: 1 }),
      recordActivity(tx, actor, {
        action: 'report.publish',
        object: { type: 'report', id },
        labId: report.labId,
        summary: `Published report #${id} for patient ZL-${report.patientId}${actor === 'system' ? ' automatically' : ''}`,
      }),
    )
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
    { reason, note, seen }: Withdrawal,
  ): Promise<number> {
    if (seen) await lockSeenReport(tx, caller, reportId, seen)
    else await expectPublished(tx, caller, reportId)
    // The withdrawal ends the clock, as removing the flag does.
    if (await hasOpenCritical(tx, { reportId })) {
      if (!callerCan(caller, 'critical:remove-flag')) throw forbidden('CRITICAL_NEEDS_DOCTOR')
      if (reason === undefined) throw invalidField('reason', VALIDATION.reason)
    }
    await withdrawReport(tx, caller, reportId, { reason: reason ?? NO_REASON, note })
    return reportId
  },
})
export type PublishingService = ReturnType<typeof createPublishingService>
