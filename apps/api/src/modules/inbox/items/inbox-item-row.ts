import { inboxFileAddress, type InboxItem } from '@zelab/contract'
import { z } from 'zod'
import {
  inboxItems,
  inboxSources,
  labs,
  patients,
  reportFiles,
  reports,
  reportTypes,
  users,
} from '../../../core/tables.gen.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const itemRow = z.object({
  id: inboxItems.id,
  labId: inboxItems.labId,
  labName: labs.name,
  sourceKind: inboxSources.kind.nullable(),
  sourceName: z.string().nullable(),
  uploader: users.fullName.nullable(),
  kind: inboxItems.kind,
  fileName: inboxItems.fileName,
  mediaType: reportFiles.mediaType.nullable(),
  sizeBytes: reportFiles.sizeBytes.nullable(),
  pageCount: reportFiles.pageCount,
  receivedAt: inboxItems.receivedAt,
  changedAt: inboxItems.changedAt,
  revision: inboxItems.revision,
  match: inboxItems.match,
  problem: inboxItems.problem,
  patientId: patients.id.nullable(),
  patientName: patients.fullName.nullable(),
  patientDateOfBirth: patients.dateOfBirth.nullable(),
  patientGender: patients.gender,
  patientEmrId: patients.emrId,
  title: inboxItems.title,
  typeId: inboxItems.reportTypeId,
  typeTitle: reportTypes.title.nullable(),
  targetId: reports.id.nullable(),
  targetTitle: reports.title.nullable(),
  targetVersion: reports.version.nullable(),
  targetTypeId: reports.reportTypeId.nullable(),
  targetTypeTitle: reports.reportTypeTitle.nullable(),
  targetPatientId: patients.id.nullable(),
  targetPatientName: patients.fullName.nullable(),
  claimedBy: inboxItems.claimedBy,
  claimedByName: users.fullName.nullable(),
  claimedUntil: inboxItems.claimedUntil,
  state: inboxItems.state,
  decidedAt: inboxItems.decidedAt,
  decidedByName: users.fullName.nullable(),
  rejectReason: inboxItems.rejectReason,
  rejectNote: inboxItems.rejectNote,
  reportId: inboxItems.reportId,
  isAutomatic: inboxItems.isAutomatic,
  reviewedAt: inboxItems.reviewedAt,
  reviewedByName: users.fullName.nullable(),
})
export type ItemRow = RowOf<typeof itemRow>

/** Joins an open item `i` and its file `f` with the newest report of its lab that has the same file. */
export const SAME_FILE_JOIN = `
  left join lateral (
    select max(r.id) as id from report_files published
      join reports r on r.file_id = published.id
      join patients p on p.id = r.patient_id
     where i.state = 'open' and i.kind = 'report' and i.problem is null and published.sha256 = f.sha256
       and r.withdrawn_at is null and (r.lab_id = i.lab_id or p.lab_id = i.lab_id)) same_file on true`

/** A file may be published by other ways while its item waits. */
export const PROBLEM_COLUMN = `
  coalesce(i.problem, case when same_file.id is not null then 'already-published' end) as problem`

/** Selects an item `i` with everything that a screen shows of it; an expired claim is none. */
export const ITEM_COLUMNS = `
  i.id, i.lab_id as "labId", l.name as "labName", s.kind as "sourceKind", s.name as "sourceName",
  u.full_name as uploader, i.kind, i.file_name as "fileName", f.media_type as "mediaType",
  f.size_bytes as "sizeBytes", f.page_count as "pageCount", i.received_at as "receivedAt",
  i.changed_at as "changedAt", i.revision, i.match, ${PROBLEM_COLUMN},
  p.id as "patientId", p.full_name as "patientName", p.date_of_birth as "patientDateOfBirth",
  p.gender as "patientGender", p.emr_id as "patientEmrId", i.title, i.report_type_id as "typeId",
  t.title as "typeTitle", r.id as "targetId", r.title as "targetTitle", r.version as "targetVersion",
  r.report_type_id as "targetTypeId", r.report_type_title as "targetTypeTitle", rp.id as "targetPatientId",
  rp.full_name as "targetPatientName", c.id as "claimedBy", c.full_name as "claimedByName",
  case when c.id is not null then i.claimed_until end as "claimedUntil", i.state, i.decided_at as "decidedAt",
  d.full_name as "decidedByName", i.reject_reason as "rejectReason", i.reject_note as "rejectNote",
  i.report_id as "reportId", i.is_automatic as "isAutomatic", i.reviewed_at as "reviewedAt",
  v.full_name as "reviewedByName"`

export const ITEM_JOINS = `
  join labs l on l.id = i.lab_id
  left join inbox_sources s on s.id = i.source_id
  left join users u on u.id = i.uploaded_by
  left join report_files f on f.id = i.file_id
  ${SAME_FILE_JOIN}
  left join patients p on p.id = i.patient_id
  left join report_types t on t.id = i.report_type_id
  left join reports r on r.id = coalesce(i.target_report_id, same_file.id) and r.withdrawn_at is null
  left join patients rp on rp.id = r.patient_id
  left join users c on c.id = i.claimed_by and i.claimed_until > now()
  left join users d on d.id = i.decided_by
  left join users v on v.id = i.reviewed_by`

const fileOf = ({ id, mediaType, sizeBytes, pageCount }: ItemRow): InboxItem['file'] =>
  mediaType === null || sizeBytes === null
    ? null
    : { address: inboxFileAddress(id), mediaType, sizeBytes, pageCount }

const patientOf = (row: ItemRow): InboxItem['patient'] =>
  row.patientId === null || row.patientDateOfBirth === null
    ? null
    : {
        id: row.patientId,
        fullName: row.patientName ?? '',
        dateOfBirth: row.patientDateOfBirth,
        gender: row.patientGender,
        emrId: row.patientEmrId,
      }

const targetOf = (row: ItemRow): InboxItem['target'] =>
  row.targetId === null || row.targetPatientId === null || row.targetTypeId === null
    ? null
    : {
        id: row.targetId,
        title: row.targetTitle ?? '',
        version: row.targetVersion ?? 1,
        reportType: { id: row.targetTypeId, title: row.targetTypeTitle ?? '' },
        patient: { id: row.targetPatientId, fullName: row.targetPatientName ?? '' },
      }

/** @param readerId the person to whom an item is shown */
export const toItem = (row: ItemRow, readerId: number): InboxItem => ({
  id: row.id,
  lab: { id: row.labId, name: row.labName },
  source: { kind: row.sourceKind ?? 'upload', name: row.sourceName ?? row.uploader ?? '' },
  kind: row.kind,
  fileName: row.fileName,
  file: fileOf(row),
  receivedAt: row.receivedAt,
  changedAt: row.changedAt,
  revision: row.revision,
  match: row.match,
  problem: row.problem,
  patient: patientOf(row),
  title: row.title,
  reportType: row.typeId === null ? null : { id: row.typeId, title: row.typeTitle ?? '' },
  target: targetOf(row),
  claim:
    row.claimedUntil === null
      ? null
      : { by: row.claimedByName ?? '', isOwn: row.claimedBy === readerId, until: row.claimedUntil },
  state: row.state,
  decided:
    row.decidedAt === null
      ? null
      : { at: row.decidedAt, by: row.decidedByName, reason: row.rejectReason, note: row.rejectNote },
  reportId: row.reportId,
  isAutomatic: row.isAutomatic,
  reviewed: row.reviewedAt === null ? null : { at: row.reviewedAt, by: row.reviewedByName ?? '' },
})
