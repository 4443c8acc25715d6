import {
  reasonText,
  REFUSAL,
  reportFileAddress,
  VALIDATION,
  type AmendReport,
  type AwaitsRelease,
  type Report,
  type SeenReport,
} from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict, invalidField, refusedField, notFound } from '../../../core/app-error.ts'
import { type Caller, callerCan, labScopeOf } from '../../../core/caller.ts'
import { isUniqueViolation, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { ReportTypeService } from '../../report-types/report-types.service.ts'
import {
  findLatestChange,
  updateAmendedReport,
  type LockedReport,
  lockReport,
} from './report-lock.repository.ts'
import type { ReportFileService, UnpublishedFile } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import {
  publishIdempotent,
  refuseChangedRule,
  type Origin,
  type Published,
  type UnreleasedService,
} from '../release/unreleased.service.ts'

/** Throws for a missing or withdrawn report. */
export const lockPublishedReport = async (
  tx: Queryable,
  caller: Caller,
  id: number,
): Promise<LockedReport> => {
  const report = await lockReport(labScopeOf(caller), tx, id)
  if (!report || (report.isWithdrawn && !callerCan(caller, 'reports:delete')))
    throw notFound('REPORT_NOT_FOUND')
  if (!report.isWithdrawn) return report
  const { person, reason } = await findLatestChange(tx, id)
  throw changed('REPORT_WITHDRAWN', `${REFUSAL.REPORT_WITHDRAWN} by ${person}: ${reasonText(reason)}`)
}

const changed = (code: 'REPORT_CHANGED' | 'REPORT_WITHDRAWN', message: string) =>
  new AppError('CONFLICT', code, { message })

/** Locks a published report about which a person decides, and refuses another version than the seen one. */
export const lockSeenReport = async (
  tx: Queryable,
  caller: Caller,
  id: number,
  seen: SeenReport,
): Promise<LockedReport> => {
  const report = await lockPublishedReport(tx, caller, id)
  const { version, file } = report
  if (version === seen.version && file.sha256.toString('hex') === seen.sha256) return report
  const { person, reason } = await findLatestChange(tx, id)
  throw changed(
    'REPORT_CHANGED',
    version > seen.version
      ? `${person} amended this report in the meantime: version ${version}, ${reasonText(reason)}. Look at it, and decide again. Your entries are still here.`
      : REFUSAL.REPORT_CHANGED,
  )
}

export const createAmendmentService = ({
  database,
  reportTypes,
  files,
  reports,
  unreleased,
  assignCode,
}: Pick<Context, 'database'> &
  Pick<ReportPorts, 'assignCode'> & {
    reportTypes: ReportTypeService
    files: ReportFileService
    reports: ReportService
    unreleased: UnreleasedService
  }) => ({
  /** Keeps earlier versions (AMB-27). */
  async amend(caller: Caller, reportId: number, fields: AmendReport): Promise<Report | AwaitsRelease> {
    const published = await database
      .transaction((tx) =>
        publishIdempotent(tx, caller, () =>
          this.amendIn(tx, caller, reportId, fields, { url: fields.fileUrl }),
        ),
      )
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'unreleased_reports_file_key')
          ? refusedField('fileUrl', 'FILE_UNAVAILABLE')
          : error
      })
    return 'unreleasedId' in published ? published : reports.find(caller, reportId)
  },

  /**
   * @param next the file of the next version: the current one, or an unused upload
   */
  async amendIn(
    tx: Queryable,
    caller: Caller,
    reportId: number,
    fields: Omit<AmendReport, 'fileUrl'>,
    next: UnpublishedFile,
    origin: Origin = {},
  ): Promise<Published> {
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
    const { title, reportTypeId, reason, patientId } = fields
    const amendment = { title, remark, reportTypeId, reason, note: fields.note ?? null }
    const typeIds = [current.reportTypeId, reportTypeId]
    if (await unreleased.isNeeded(tx, { patientId, typeIds }))
      return unreleased.add(
        tx,
        { caller, actor: caller },
        {
          patientId,
          reportTypeId,
          title,
          remark,
          fileId: file.id,
          sha256: file.sha256,
          reportId,
          basedOn: current.version,
          amendmentReason: reason,
          amendmentNote: amendment.note,
        },
        { ...origin, suspends: fields.suspends },
      )
    await this.applyIn(tx, caller, current, { ...amendment, by: caller.user.id }, file)
    return { reportId }
  },

  /** Needs a locked report, a checked amendment and a locked file. */
  async applyIn(
    tx: Queryable,
    caller: Caller,
    current: Pick<LockedReport, 'id' | 'version' | 'file'>,
    amendment: Omit<Parameters<typeof updateAmendedReport>[1], 'reportId' | 'fileId'>,
    file: { id: number; name: string },
  ): Promise<void> {
    const { id: reportId, version } = current
    await updateAmendedReport(tx, { ...amendment, reportId, fileId: file.id }).catch(refuseChangedRule)
    if (file.id !== current.file.id) await files.queueDrawing(tx, caller, file.name)
    await assignCode(tx, { reportId, version: version + 1 })
    await recordActivity(tx, caller, {
      action: 'report.amend',
      object: { type: 'report', id: reportId },
      summary: `Amended report #${reportId}, now version ${version + 1}: ${reasonText(amendment.reason)}`,
    })
  },
})
export type AmendmentService = ReturnType<typeof createAmendmentService>
