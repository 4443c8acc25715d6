import { GENDERS, RELEASE_LATE_MINUTES, unreleasedFileAddress, type UnreleasedReport } from '@zelab/contract'
import { z } from 'zod'
import {
  patients,
  reportFiles,
  reports,
  reportTypes,
  unreleasedReports,
  users,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const IS_LATE = `(u.state in ('awaiting', 'returned') and u.awaiting_since < now() - interval '${RELEASE_LATE_MINUTES} minutes')`

export const unreleasedRow = z.object({
  ...pick(unreleasedReports, 'id state revision title remark'),
  typeId: from('t.id', reportTypes.id),
  typeTitle: from('t.title', reportTypes.title),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  gender: from('p.gender', z.enum(GENDERS).nullable()),
  mediaType: from('f.media_type', reportFiles.mediaType.nullable()),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes.nullable()),
  checksum: from("encode(u.sha256, 'hex')", z.string()),
  ...pick(unreleasedReports, 'reportId basedOn amendmentReason'),
  isSuspended: from("u.suspended_at is not null and u.state in ('awaiting', 'returned')", z.boolean()),
  ...pick(unreleasedReports, 'amendmentNote movesVisitId'),
  authorName: from('a.full_name', users.fullName),
  ...pick(unreleasedReports, 'authorIds openedBy awaitingSince'),
  isCritical: from('u.critical_at is not null', z.boolean()),
  isLate: from(IS_LATE, z.boolean()),
  returnedAt: unreleasedReports.returnedAt,
  returnerName: from('b.full_name', users.fullName.nullable()),
  ...pick(unreleasedReports, 'returnReason returnReply discardReason releasedAt'),
  releaserName: from('e.full_name', users.fullName.nullable()),
  releasedReportId: from('n.report_id', reports.id.nullable()),
  ...pick(unreleasedReports, 'aloneReason reviewedAt'),
  reviewerName: from('w.full_name', users.fullName.nullable()),
})
export type UnreleasedRow = RowOf<typeof unreleasedRow>

export const UNRELEASED_COLUMNS = columnsOf(unreleasedRow, 'u')

export const UNRELEASED_JOINS = `
  join patients p on p.id = u.patient_id
  join report_types t on t.id = u.report_type_id
  join users a on a.id = u.author_id
  left join report_files f on f.id = u.file_id
  left join users b on b.id = u.returned_by
  left join users e on e.id = u.released_by
  left join users w on w.id = u.reviewed_by
  left join report_versions n on n.release_id = u.id`

const returnedOf = (row: UnreleasedRow): UnreleasedReport['returned'] =>
  row.returnedAt === null
    ? null
    : {
        at: row.returnedAt,
        by: { fullName: row.returnerName ?? '' },
        reason: row.returnReason ?? '',
        reply: row.returnReply,
      }

const releasedOf = (row: UnreleasedRow): UnreleasedReport['released'] =>
  row.releasedAt === null
    ? null
    : {
        at: row.releasedAt,
        by: { fullName: row.releaserName ?? '' },
        reportId: row.releasedReportId,
        aloneReason: row.aloneReason,
        reviewed:
          row.reviewedAt === null ? null : { at: row.reviewedAt, by: { fullName: row.reviewerName ?? '' } },
      }

export const toUnreleased = (row: UnreleasedRow, readerId: number): UnreleasedReport => ({
  id: row.id,
  state: row.state,
  revision: row.revision,
  title: row.title,
  remark: row.remark,
  reportType: { id: row.typeId, title: row.typeTitle },
  patient: {
    id: row.patientId,
    fullName: row.patientName,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
  },
  file:
    row.mediaType === null || row.sizeBytes === null
      ? null
      : {
          address: unreleasedFileAddress(row.id),
          mediaType: row.mediaType,
          sizeBytes: row.sizeBytes,
          sha256: row.checksum,
        },
  amends:
    row.reportId === null
      ? null
      : {
          reportId: row.reportId,
          version: row.basedOn ?? 1,
          reason: row.amendmentReason ?? '',
          note: row.amendmentNote,
          isSuspended: row.isSuspended,
        },
  movesVisitId: row.movesVisitId,
  author: { fullName: row.authorName },
  isOwn: row.authorIds.includes(readerId),
  isOpened: row.openedBy.includes(readerId),
  awaitingSince: row.awaitingSince,
  isCritical: row.isCritical,
  isLate: row.isLate,
  returned: returnedOf(row),
  discardReason: row.discardReason,
  released: releasedOf(row),
})
