import { REPORT_FILE_MEDIA_TYPES, type OpenedUnreleased, type UnreleasedReport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import {
  inboxItems,
  patients,
  reportFiles,
  reports,
  reportVersions,
  unreleasedReports,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, insertion, type NewRecord, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { toUnreleased, UNRELEASED_COLUMNS, UNRELEASED_JOINS, unreleasedRow } from './unreleased-row.ts'

const newRow = z.object({
  ...pick(unreleasedReports, 'labId patientId reportTypeId title remark'),
  fileId: unreleasedReports.fileId.unwrap(),
  ...pick(unreleasedReports, 'sha256 visitId'),
  /** Moves to the patient with the release. */
  ...pick(
    unreleasedReports,
    'movesVisitId reportId basedOn amendmentReason amendmentNote republishedFrom inboxItemId inboxRevision authorId authorIds criticalAt suspendedAt suspendedBy',
  ),
})
export type NewUnreleased = NewRecord<typeof newRow>

export const insertUnreleased = (tx: Queryable, report: NewUnreleased): Promise<number> =>
  tx.insertedId(
    (parameters) => `insert into unreleased_reports ${insertion(newRow, report, parameters)} returning id`,
  )

const labAndUploaderRow = z.object({
  labId: patients.labId,
  uploader: from('i.uploaded_by', inboxItems.uploadedBy),
})

/** The patient's lab, and the user who added the file of an inbox item. */
export const findLabAndUploader = (
  tx: Queryable,
  patientId: number,
  itemId: number | null,
): Promise<RowOf<typeof labAndUploaderRow>> =>
  tx.one(
    labAndUploaderRow,
    `select ${columnsOf(labAndUploaderRow, 'p')} from patients p left join inbox_items i on i.id = $2 where p.id = $1`,
    [patientId, itemId],
  )

/** Authors see their own reports, those who may take one over what was sent back, those who may release all of their scope. */
export interface Reader {
  scope: LabScope
  id: number
  mayRelease: boolean
  mayTakeOver: boolean
  /** Reviews of reports that an author released alone on duty. */
  mayReview: boolean
}

const seenBy = (reader: Reader, parameters: SqlParameters): string =>
  `${labCondition(reader.scope, parameters, 'u.lab_id')}
   and ${
     reader.mayRelease
       ? 'true'
       : `(${parameters.add(reader.id)} = any (u.author_ids)${reader.mayTakeOver ? " or u.state = 'returned'" : ''})`
   }`

export const findUnreleased = async (
  db: Queryable,
  reader: Reader,
  id: number,
): Promise<UnreleasedReport | undefined> => {
  const row = await db.maybeOne(
    unreleasedRow,
    (parameters) => `select ${UNRELEASED_COLUMNS} from unreleased_reports u ${UNRELEASED_JOINS}
      where u.id = ${parameters.add(id)} and ${seenBy(reader, parameters)}`,
  )
  return row && toUnreleased(row, reader.id)
}

const earlierRow = z.object({
  ...pick(reports, 'id title version createdAt'),
})

const EARLIER_SHOWN = 3

/** The newest other reports of the patient with the same type. */
export const findEarlierReports = (
  db: Queryable,
  { patient, reportType, amends, released }: UnreleasedReport,
): Promise<OpenedUnreleased['earlier']> =>
  db.query(
    earlierRow,
    `select ${columnsOf(earlierRow, 'r')} from reports r
      where r.patient_id = $1 and r.report_type_id = $2 and r.withdrawn_at is null and r.id is distinct from $3
      order by r.created_at desc, r.id desc limit ${EARLIER_SHOWN}`,
    [patient.id, reportType.id, amends?.reportId ?? released?.reportId ?? null],
  )

const fileRow = z.object({
  name: from('f.name', reportFiles.name),
  mediaType: from('f.media_type', z.enum(REPORT_FILE_MEDIA_TYPES)),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  checksum: from("encode(f.sha256, 'hex')", z.string()),
  originalName: from('f.original_name', reportFiles.originalName),
  ...pick(unreleasedReports, 'patientId reportId revision'),
})
export type UnreleasedFile = RowOf<typeof fileRow>

export const findUnreleasedFile = (
  db: Queryable,
  reader: Reader,
  id: number,
): Promise<UnreleasedFile | undefined> =>
  db.maybeOne(
    fileRow,
    (parameters) =>
      `select ${columnsOf(fileRow, 'u')} from unreleased_reports u join report_files f on f.id = u.file_id
      where u.id = ${parameters.add(id)} and u.state in ('awaiting', 'returned') and ${seenBy(reader, parameters)}`,
  )

const placeRow = z.object({
  ...pick(unreleasedReports, 'labId patientId reportId inboxItemId republishedFrom'),
})

/** Read without a lock: patient, report and inbox item are locked first. */
export const findPlace = (
  db: Queryable,
  reader: Reader,
  id: number,
): Promise<RowOf<typeof placeRow> | undefined> =>
  db.maybeOne(
    placeRow,
    (parameters) => `select ${columnsOf(placeRow, 'u')} from unreleased_reports u
      where u.id = ${parameters.add(id)} and ${seenBy(reader, parameters)}`,
  )

const lockedRow = newRow.extend({
  ...pick(unreleasedReports, 'id state revision fileId openedBy returnedBy'),
  isReviewed: from('u.reviewed_by is not null', z.boolean()),
  ...pick(unreleasedReports, 'aloneReason releasedBy'),
  /** The visit, if the report can still name it. */
  visitId: from(
    `(select v.id from visits v join lab_visit_settings s on s.lab_id = v.lab_id and s.is_on
       where v.id = u.visit_id and v.patient_id = u.patient_id and v.canceled_at is null)`,
    unreleasedReports.visitId,
  ),
})
export type LockedUnreleased = RowOf<typeof lockedRow>

export const lockUnreleased = async (tx: Queryable, id: number): Promise<LockedUnreleased | undefined> => {
  // The patient first, as everywhere (docs/rules.md).
  await tx.execute(
    'select 1 from patients where id = (select patient_id from unreleased_reports where id = $1) for no key update',
    [id],
  )
  // A separate statement: its snapshot includes the commits of earlier lock holders.
  await tx.execute('select 1 from unreleased_reports where id = $1 for update', [id])
  return tx.maybeOne(
    lockedRow,
    `select ${columnsOf(lockedRow, 'u')} from unreleased_reports u where u.id = $1`,
    [id],
  )
}

const releasedRow = z.object({ reportId: reportVersions.reportId })

/** The report that the caller released earlier, with the version it named. */
export const findReleased = async (
  db: Queryable,
  reader: Reader,
  { id, revision, sha256 }: { id: number; revision: number; sha256: string },
): Promise<number | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    releasedRow,
    `select ${columnsOf(releasedRow, 'v')} from unreleased_reports u join report_versions v on v.release_id = u.id
      where u.id = ${parameters.add(id)} and u.revision = ${parameters.add(revision)}
        and u.sha256 = decode(${parameters.add(sha256)}, 'hex') and u.released_by = ${parameters.add(reader.id)}
        and ${seenBy(reader, parameters)}`,
    parameters.values,
  )
  return row?.reportId
}

export const lockWaitingAmendment = async (tx: Queryable, reportId: number): Promise<number | undefined> => {
  const row = await tx.maybeOne(
    idRow,
    `select id from unreleased_reports
      where report_id = $1 and state in ('awaiting', 'returned') for update`,
    [reportId],
    { name: 'lock-waiting-amendment' },
  )
  return row?.id
}

export const lockItemOfRelease = async (tx: Queryable, itemId: number): Promise<void> => {
  await tx.execute('select 1 from inbox_items where id = $1 for update', [itemId])
}

export const isChangedBySender = (
  tx: Queryable,
  { inboxItemId, inboxRevision }: LockedUnreleased,
): Promise<boolean> =>
  tx.exists('select 1 from inbox_items where id = $1 and revision <> $2', [inboxItemId, inboxRevision])
