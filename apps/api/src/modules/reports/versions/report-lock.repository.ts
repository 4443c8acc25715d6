import { REPORT_FILE_MEDIA_TYPES, type ReportFileMediaType } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { reportFiles, reports, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export interface LockedReport {
  id: number
  version: number
  patientId: number
  title: string
  remark: string | null
  reportTypeId: number
  visitId: number | null
  isWithdrawn: boolean
  file: {
    id: number
    name: string
    originalName: string
    mediaType: ReportFileMediaType
    sizeBytes: number
    sha256: Buffer
    sha1: Buffer | null
    pageCount: number | null
  }
}

const lockedReportRow = z.object({
  ...pick(reports, 'id version patientId title remark reportTypeId visitId'),
  isWithdrawn: from('r.withdrawn_at is not null', z.boolean()),
  fileId: from('f.id', reportFiles.id),
  fileName: from('f.name', reportFiles.name),
  originalName: from('f.original_name', reportFiles.originalName),
  mediaType: from('f.media_type', z.enum(REPORT_FILE_MEDIA_TYPES)),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  sha256: from('f.sha256', reportFiles.sha256),
  sha1: from('f.sha1', reportFiles.sha1),
  pageCount: from('f.page_count', reportFiles.pageCount),
})

/** Locks both patients of a move in the order of merges, which lock two as well. */
export const lockPatientsOfMove = (tx: Queryable, reportId: number, toPatientId: number): Promise<number> =>
  tx.execute(
    `select 1 from patients where id in ($2, (select patient_id from reports where id = $1))
      order by id for key share`,
    [reportId, toPatientId],
  )

export const lockReport = async (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<LockedReport | undefined> => {
  // The patient first, as everywhere (docs/rules.md).
  await tx.execute(
    'select 1 from patients where id = (select patient_id from reports where id = $1) for no key update',
    [id],
  )
  // A separate statement: its snapshot includes the commits of earlier lock holders, including the file.
  await tx.execute('select 1 from reports where id = $1 for update', [id])
  const row = await tx.maybeOne(
    lockedReportRow,
    (parameters) => `select ${columnsOf(lockedReportRow, 'r')}
       from reports r join report_files f on f.id = r.file_id join patients p on p.id = r.patient_id
      where r.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
  )
  if (!row) return undefined
  const { fileId, fileName, originalName, mediaType, sizeBytes, sha256, sha1, pageCount, ...report } = row
  return {
    ...report,
    file: { id: fileId, name: fileName, originalName, mediaType, sizeBytes, sha256, sha1, pageCount },
  }
}

const latestChangeRow = z.object({
  person: from('u.full_name', users.fullName),
  reason: from("coalesce(r.withdrawal_reason, r.amendment_reason, '')", z.string()),
})

/** The last withdrawal, amendment or publication, with its author and reason. */
export const findLatestChange = (tx: Queryable, id: number): Promise<RowOf<typeof latestChangeRow>> =>
  tx.one(
    latestChangeRow,
    `select ${columnsOf(latestChangeRow)}
       from reports r join users u on u.id = coalesce(r.withdrawn_by, r.amended_by, r.uploaded_by) where r.id = $1`,
    [id],
  )

/** The database stores every version in report_versions. */
export const updateAmendedReport = async (
  tx: Queryable,
  amendment: {
    reportId: number
    title: string
    remark: string | null
    reportTypeId: number
    fileId: number
    by: number
    reason: string
    note: string | null
    releaseId?: number
  },
): Promise<void> => {
  await tx.execute(
    `update reports
        set version = version + 1, title = $2, remark = $3, report_type_id = $4, file_id = $5,
            amended_at = clock_timestamp(), amended_by = $6, amendment_reason = $7, amendment_note = $8,
            release_id = $9
      where id = $1`,
    [
      amendment.reportId,
      amendment.title,
      amendment.remark,
      amendment.reportTypeId,
      amendment.fileId,
      amendment.by,
      amendment.reason,
      amendment.note,
      amendment.releaseId ?? null,
    ],
  )
}

/** Also of its waiting amendment, which a withdrawal discards. */
export const hasOpenCritical = (
  tx: Queryable,
  subject: { reportId: number } | { unreleasedId: number },
): Promise<boolean> =>
  'reportId' in subject
    ? tx.exists(
        `select 1 from critical_results c where c.report_id = $1 and c.closed_at is null
         union all
         select 1 from unreleased_reports u join critical_results c on c.unreleased_id = u.id
          where u.report_id = $1 and u.state in ('awaiting', 'returned') and c.report_id is null and c.closed_at is null`,
        [subject.reportId],
      )
    : tx.exists(
        'select 1 from critical_results where unreleased_id = $1 and report_id is null and closed_at is null',
        [subject.unreleasedId],
      )

export const updateWithdrawnReport = async (
  tx: Queryable,
  withdrawal: { reportId: number; by: number; reason: string; note: string | null },
): Promise<void> => {
  await tx.execute(
    `update reports
        set withdrawn_at = clock_timestamp(), withdrawn_by = $2, withdrawal_reason = $3, withdrawal_note = $4
      where id = $1`,
    [withdrawal.reportId, withdrawal.by, withdrawal.reason, withdrawal.note],
  )
}
