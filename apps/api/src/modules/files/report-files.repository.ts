import { REPORT_FILE_MEDIA_TYPES, type ReportFileMediaType } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { reportFiles, reports } from '../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { IdentityHints } from '../inspection/inspection.ts'
import type { ReadableFile } from './readable-file.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const filesTables: Tables = {
  orphaned_uploads: { changes: 'remove_from', removes: true },
  page_images: { changes: 'name width height size_bytes sha256 made_at used_at', removes: true },
  report_files: { changes: 'uploaded_by identity_hints report_id sha1', removes: true },
}

const newFileRow = z.object({
  ...pick(reportFiles, 'name originalName mediaType sizeBytes sha256'),
  /** Null in files of earlier versions. */
  sha1: reportFiles.sha1,
  ...pick(reportFiles, 'uploadedBy identityHints'),
  /** Null in copies of files that were uploaded before pages were counted. */
  pageCount: reportFiles.pageCount,
  reportId: reportFiles.reportId,
})
export type NewReportFile = Omit<RowOf<typeof newFileRow>, 'identityHints' | 'reportId'> & {
  identityHints?: IdentityHints | null
  /** The report of a stamped copy. */
  reportId?: number
}

export const insertReportFile = async (
  db: Queryable,
  { identityHints = null, ...file }: NewReportFile,
): Promise<number> => {
  const values = { ...file, identityHints: identityHints && JSON.stringify(identityHints) }
  return db.insertedId(
    (parameters) => `insert into report_files ${insertion(newFileRow, values, parameters)} returning id`,
  )
}

/** For files that earlier versions stored. */
export const noteSha1 = async (db: Queryable, name: string, sha1: Buffer): Promise<void> => {
  await db.execute('update report_files set sha1 = $2 where name = $1 and sha1 is null', [name, sha1])
}

const AWAITS_RELEASE = `exists (
  select 1 from unreleased_reports w where w.file_id = f.id and w.state in ('awaiting', 'returned'))`

/** Changes who may publish or remove an unpublished file. */
export const setUploader = async (tx: Queryable, fileId: number, userId: number): Promise<void> => {
  await tx.execute('update report_files set uploaded_by = $2 where id = $1 and report_id is null', [
    fileId,
    userId,
  ])
}

const lockedFileRow = z.object({ id: reportFiles.id, name: reportFiles.name, sha256: reportFiles.sha256 })
export type LockedFile = RowOf<typeof lockedFileRow>

/**
 * Locks the user's unpublished file and deletes its identity hints, which only the warnings before publishing need.
 * `coalesce` keeps the planner from the index of unpublished files: statistics show none, but thousands may wait in
 * inboxes.
 */
export const lockUnpublishedFile = (
  tx: Queryable,
  file: { name: string } | { id: number },
  uploadedBy: number,
): Promise<LockedFile | undefined> =>
  tx.maybeOne(
    lockedFileRow,
    `update report_files f set identity_hints = null
      where ${'id' in file ? 'f.id' : 'f.name'} = $1 and f.uploaded_by = $2 and coalesce(f.report_id, 0) = 0
        and not ${AWAITS_RELEASE}
      returning ${columnsOf(lockedFileRow, 'f')}`,
    ['id' in file ? file.id : file.name, uploadedBy],
    { name: 'id' in file ? 'lock-unpublished-file-by-id' : 'lock-unpublished-file' },
  )

/** Locks the file of a report that is being released. */
export const lockReleasedFile = (tx: Queryable, id: number): Promise<LockedFile> =>
  tx.one(
    lockedFileRow,
    `update report_files f set identity_hints = null where f.id = $1 returning ${columnsOf(lockedFileRow, 'f')}`,
    [id],
  )

const ownFileRow = z.object({ id: reportFiles.id, isPublished: from('f.report_id is not null', z.boolean()) })

export const findOwnFile = (
  db: Queryable,
  file: { name: string; uploadedBy: number },
): Promise<{ id: number; isPublished: boolean } | undefined> =>
  db.maybeOne(
    ownFileRow,
    `select ${columnsOf(ownFileRow, 'f')} from report_files f where f.name = $1 and f.uploaded_by = $2`,
    [file.name, file.uploadedBy],
  )

export const deleteFileRow = async (db: Queryable, id: number): Promise<void> => {
  await db.execute('delete from report_files where id = $1', [id])
}

const publishedFileRow = z.object({
  name: reportFiles.name,
  mediaType: z.enum(REPORT_FILE_MEDIA_TYPES),
  ...pick(reportFiles, 'sizeBytes sha256'),
})

export const findPublishedFile = (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<{ name: string; mediaType: ReportFileMediaType; sizeBytes: number; sha256: Buffer } | undefined> =>
  db.maybeOne(
    publishedFileRow,
    (parameters) => `select ${columnsOf(publishedFileRow, 'f')}
       from reports r join report_files f on f.id = r.file_id join patients p on p.id = r.patient_id
      where r.id = ${parameters.add(reportId)} and r.withdrawn_at is null
        and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
  )

const readableFileRow = z.object({
  ...pick(reportFiles, 'name mediaType sizeBytes'),
  checksum: z.string(),
  reportId: from('r.id', reports.id.nullable()),
  reportTitle: from('r.title', reports.title.nullable()),
  originalName: reportFiles.originalName,
  isWithdrawn: z.boolean(),
  isCurrent: z.boolean().nullable(),
})

/** Files of reports in scope and the caller's unpublished ones (AMB-61). */
export const findReadableFile = (
  scope: LabScope,
  db: Queryable,
  file: { name: string; readerId: number },
): Promise<ReadableFile | undefined> =>
  db.maybeOne(
    readableFileRow,
    (parameters) => {
      const name = parameters.add(file.name)
      const reader = parameters.add(file.readerId)
      return `select ${columnsOf(readableFileRow, 'f', {
        checksum: "encode(f.sha256, 'hex')",
        isWithdrawn: 'r.withdrawn_at is not null',
        isCurrent: `f.id = r.file_id or exists (
              select 1 from stamped_files s where s.file_id = f.id and s.version = r.version)`,
      })}
       from report_files f
       left join reports r on r.id = f.report_id
       left join patients p on p.id = r.patient_id
      where f.name = ${name}
        and case when r.id is null then f.uploaded_by = ${reader}
                 else ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')} end`
    },
    { name: scope.everyLab ? 'find-readable-file-anywhere' : 'find-readable-file' },
  )

const unpublishedBytesRow = z.object({ ofUser: z.number(), ofLab: z.number() })

/** Total size per user and per lab. Unpublished files are deleted after a day. */
export const readUnpublishedBytes = (
  db: Queryable,
  of: { userId: number; labId: number | null },
): Promise<{ ofUser: number; ofLab: number }> =>
  db.one(
    unpublishedBytesRow,
    `select coalesce(sum(size_bytes) filter (where owner_id = $1), 0)::float8 as "ofUser",
            coalesce(sum(size_bytes) filter (where lab_id = $2), 0)::float8 as "ofLab"
       from (select f.size_bytes, u.id as owner_id, u.lab_id
               from (select id, lab_id from users where lab_id = $2 union select id, lab_id from users where id = $1) u
               join report_files f on f.uploaded_by = u.id
              where f.report_id is null and not ${AWAITS_RELEASE}
              union all
             select f.size_bytes, i.uploaded_by, i.lab_id
               from (select id, file_id, uploaded_by, lab_id from inbox_items
                      where lab_id = $2 and uploaded_by is not null and state in ('open', 'rejected')
                      union
                     select id, file_id, uploaded_by, lab_id from inbox_items
                      where uploaded_by = $1 and state in ('open', 'rejected')) i
               join report_files f on f.id = i.file_id
              where f.uploaded_by is null and f.report_id is null) unpublished`,
    [of.userId, of.labId],
    { name: 'read-unpublished-bytes' },
  )

const nameRow = z.object({ name: reportFiles.name })

/**
 * Deletes the rows of files unpublished for a day and returns their names (AMB-62). Inbox files have no uploader and
 * stay.
 */
export const deleteLeftoverFiles = async (db: Queryable): Promise<string[]> => {
  const rows = await db.query(
    nameRow,
    `delete from report_files f
      where f.created_at < now() - interval '1 day' and f.report_id is null and f.uploaded_by is not null
        and not exists (select 1 from unreleased_reports w where w.file_id = f.id)
      returning f.name`,
  )
  return rows.map((row) => row.name)
}
