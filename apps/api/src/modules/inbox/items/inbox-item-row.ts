import {
  INBOX_GROUPS,
  INBOX_PROBLEMS,
  inboxFileAddress,
  inboxNotice,
  type InboxGroup,
  type InboxItem,
} from '@zelab/contract'
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
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { orderVisitConditions } from '../../visits/stated-visit.ts'

/** Stated by the sender, in a lab that uses critical results. */
const IS_CRITICAL = `(i.is_critical and exists (
      select 1 from lab_critical_settings cs where cs.lab_id = i.lab_id and cs.is_on))`
export const itemIsCritical = from(IS_CRITICAL, inboxItems.isCritical)

/** Another way of publishing may use the same file while its item is open. */
const PROBLEM = `coalesce(i.problem, case when same_file.id is not null then 'already-published'
                            when same_file.awaits then 'already-awaiting'
                            when i.kind = 'report' and ${IS_CRITICAL} then 'critical' end)`
export const itemProblem = from(PROBLEM, z.enum(INBOX_PROBLEMS).nullable())

/** The statement of the item, and how its visit differs from the stored one of the proposed patient. */
const NOTICES = `((case when vs.lab_id is not null then i.notices
         else (select coalesce(jsonb_agg(n), '[]') from jsonb_array_elements(i.notices) n
                where n ->> 'code' = 'order-of-other-patient') end)
   || case when order_visit.is_outside then '[{"code":"order-of-other-visit","value":null}]'
           when order_visit.has_other_referrer
           then jsonb_build_array(jsonb_build_object('code', 'referrer-differs', 'value', order_visit.referrer))
           else '[]' end)`
export const itemNotices = from(NOTICES, z.array(inboxNotice))

/** Its place in `INBOX_GROUPS`, from the marks of its row. Needs `MARK_JOINS`. */
export const GROUP_PLACE = `inbox_group(
  ${IS_CRITICAL}, i.kind, i.match, ${PROBLEM}, ${NOTICES}, i.report_type_id is not null or i.has_proposal)`

const { isOutside, hasOtherReferrer } = orderVisitConditions('i.visit')

/** Joins an item with its order's visit, in a lab that uses visits. */
const ORDER_VISIT_JOIN = `
  left join lab_visit_settings vs on vs.lab_id = i.lab_id and vs.is_on
  left join lateral (
    select f.name as referrer, ${isOutside} as is_outside, ${hasOtherReferrer} as has_other_referrer
      from visits v left join referrers f on f.id = v.referrer_id
     where vs.lab_id is not null and i.state = 'open' and i.visit is not null and v.id = coalesce(
             (select x.visit_id from reports x where x.id = i.target_report_id),
             (select y.id from visits y
               where y.patient_id = coalesce((select x.patient_id from reports x where x.id = i.target_report_id),
                                             i.patient_id)
                 and y.order_key = i.visit ->> 'orderNumber'))) order_visit on true`

export const itemRow = z.object({
  ...pick(inboxItems, 'id labId'),
  labName: from('l.name', labs.name),
  sourceKind: from('s.kind', inboxSources.kind.nullable()),
  sourceName: from('s.name', z.string().nullable()),
  uploader: from('u.full_name', users.fullName.nullable()),
  ...pick(inboxItems, 'kind fileName'),
  mediaType: from('f.media_type', reportFiles.mediaType.nullable()),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes.nullable()),
  pageCount: from('f.page_count', reportFiles.pageCount),
  ...pick(inboxItems, 'receivedAt changedAt revision match'),
  groupPlace: from(GROUP_PLACE, z.int()),
  problem: itemProblem,
  isCritical: itemIsCritical,
  notices: itemNotices,
  statesVisit: from('i.visit is not null', z.boolean()),
  patientId: from('p.id', patients.id.nullable()),
  patientName: from('p.full_name', patients.fullName.nullable()),
  patientDateOfBirth: from('p.date_of_birth', patients.dateOfBirth.nullable()),
  patientGender: from('p.gender', patients.gender),
  patientEmrId: from('p.emr_id', patients.emrId),
  title: inboxItems.title,
  typeId: from('i.report_type_id', inboxItems.reportTypeId),
  typeTitle: from('t.title', reportTypes.title.nullable()),
  targetId: from('r.id', reports.id.nullable()),
  targetTitle: from('r.title', reports.title.nullable()),
  targetVersion: from('r.version', reports.version.nullable()),
  targetTypeId: from('r.report_type_id', reports.reportTypeId.nullable()),
  targetTypeTitle: from('r.report_type_title', reports.reportTypeTitle.nullable()),
  targetPatientId: from('rp.id', patients.id.nullable()),
  targetPatientName: from('rp.full_name', patients.fullName.nullable()),
  claimedBy: from('c.id', inboxItems.claimedBy),
  claimedByName: from('c.full_name', users.fullName.nullable()),
  claimedUntil: from('case when c.id is not null then i.claimed_until end', inboxItems.claimedUntil),
  ...pick(inboxItems, 'state decidedAt'),
  decidedByName: from('d.full_name', users.fullName.nullable()),
  ...pick(inboxItems, 'rejectReason rejectNote reportId'),
  needsRelease: from(
    "s.publishes_automatically and i.state = 'open' and needs_two_persons(i.lab_id, i.report_type_id)",
    z.boolean().nullable(),
  ),
  ...pick(inboxItems, 'isAutomatic reviewedAt'),
  reviewedByName: from('v.full_name', users.fullName.nullable()),
})
export type ItemRow = RowOf<typeof itemRow>

/**
 * Joins an open item `i` and its file `f` with the newest report of its lab that has the same file, and says whether one
 * that came otherwise awaits release.
 */
const SAME_FILE_JOIN = `
  left join lateral (
    select max(r.id) as id, coalesce(bool_or(u.id is not null), false) as awaits
      from report_files same
      left join reports r on r.file_id = same.id and r.withdrawn_at is null
      left join unreleased_reports u on u.file_id = same.id and u.state in ('awaiting', 'returned')
                                    and u.inbox_item_id is distinct from i.id
      join patients p on p.id = coalesce(r.patient_id, u.patient_id)
     where i.state = 'open' and i.kind = 'report' and i.problem is null and same.sha256 = f.sha256
       and (coalesce(r.lab_id, u.lab_id) = i.lab_id or p.lab_id = i.lab_id)) same_file on true`

/** The file of an item, and what its marks and its group depend on. */
export const MARK_JOINS = `
  left join report_files f on f.id = i.file_id
  ${SAME_FILE_JOIN}
  ${ORDER_VISIT_JOIN}`

export const ITEM_COLUMNS = columnsOf(itemRow, 'i')

export const ITEM_JOINS = `
  join labs l on l.id = i.lab_id
  left join inbox_sources s on s.id = i.source_id
  left join users u on u.id = i.uploaded_by
  ${MARK_JOINS}
  left join patients p on p.id = i.patient_id
  left join report_types t on t.id = i.report_type_id
  left join reports r on r.id = coalesce(i.target_report_id, same_file.id) and r.withdrawn_at is null
  left join patients rp on rp.id = r.patient_id
  left join users c on c.id = i.claimed_by and i.claimed_until > now()
  left join users d on d.id = i.decided_by
  left join users v on v.id = i.reviewed_by`

export const groupOf = (place: number): InboxGroup => INBOX_GROUPS[place] ?? 'check'

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
  group: groupOf(row.groupPlace),
  problem: row.problem,
  isCritical: row.isCritical,
  notices: row.notices,
  ...(row.statesVisit && { statesVisit: true }),
  patient: patientOf(row),
  title: row.title,
  reportType: row.typeId === null ? null : { id: row.typeId, title: row.typeTitle ?? '' },
  ...(row.needsRelease && { needsRelease: true }),
  proposal: null,
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
