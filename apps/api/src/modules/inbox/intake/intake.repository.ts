import type { InboxMatch, InboxProblem } from '@zelab/contract'
import { z } from 'zod'
import { inboxItems, inboxSources, reportFiles, reports } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, idRow } from '../../../platform/database/row-schema.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import type { ItemIdentity } from '../matching/identity.ts'
import type { EarlierItem } from './statements.ts'

/** Open items per lab. Sources wait at this limit. */
export const INBOX_OPEN_LIMIT = 5_000

const uploadedItemRow = z.object({ id: inboxItems.id, sha256: z.nullable(reportFiles.sha256) })

export const findUploadedItem = (
  db: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<{ id: number; sha256: Buffer | null } | undefined> =>
  db.maybeOne(
    uploadedItemRow,
    `select i.id, f.sha256 from inbox_items i left join report_files f on f.id = i.file_id
      where i.uploaded_by = $1 and i.upload_key = $2`,
    [userId, key],
  )

export const isKeyOfAnotherUpload = (
  db: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<boolean> =>
  db.exists(
    `select 1 from inbox_items where uploaded_by = $1
        and (starts_with(upload_key, $2 || '.') or ($2 <> $3 and upload_key = $3))`,
    [userId, key, key.replace(/\.\d+$/, '')],
  )

/** Waits for transactions with the same keys in the lab. The sorted order prevents deadlocks. */
export const lockArrivals = async (tx: Queryable, labId: number, keys: readonly string[]): Promise<void> => {
  for (const key of [...new Set(keys)].toSorted())
    await tx.execute('select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, labId])
}

/** Ignores items whose sender withdrew or superseded the file. */
export const isInInbox = (tx: Queryable, labId: number, sha256: Buffer): Promise<boolean> =>
  tx.exists(
    `select 1 from report_files f join inbox_items i on i.file_id = f.id
      where f.sha256 = $2 and i.lab_id = $1 and i.state = 'open'
        and coalesce(i.problem, '') not in ('superseded', 'withdrawn-by-sender')`,
    [labId, sha256],
    { name: 'is-in-inbox' },
  )

const publishedRow = z.object({ reportId: reports.id, patientId: reports.patientId })

/** The newest published report with this file, of the lab or one of its patients, except the given one. */
export const findPublishedContent = (
  tx: Queryable,
  of: { labId: number; sha256: Buffer; exceptId: number | null },
): Promise<{ reportId: number; patientId: number } | undefined> =>
  tx.maybeOne(
    publishedRow,
    `select r.id as "reportId", r.patient_id as "patientId"
       from report_files f join reports r on r.file_id = f.id join patients p on p.id = r.patient_id
      where f.sha256 = $2 and r.withdrawn_at is null and (r.lab_id = $1 or p.lab_id = $1) and r.id is distinct from $3
      order by r.id desc limit 1`,
    [of.labId, of.sha256, of.exceptId],
    { name: 'find-published-content' },
  )

export const countOpenItems = async (tx: Queryable, labId: number, limit: number): Promise<number> => {
  const row = await tx.one(
    countRow,
    `select count(*) from (select 1 from inbox_items where lab_id = $1 and state = 'open' limit $2) i`,
    [labId, limit + 1],
    { name: 'count-open-inbox' },
  )
  return row.count
}

const sourceRow = z.object({
  labId: inboxSources.labId,
  publishesAutomatically: inboxSources.publishesAutomatically,
})

/** Returns undefined if the source is off. Clears its problem. */
export const touchSource = (
  tx: Queryable,
  sourceId: number,
): Promise<{ labId: number; publishesAutomatically: boolean } | undefined> =>
  tx.maybeOne(
    sourceRow,
    `update inbox_sources set last_received_at = now() where id = $1 and removed_at is null
     returning ${columnsOf(sourceRow)}`,
    [sourceId],
    { name: 'touch-inbox-source' },
  )

export interface NewItem {
  labId: number
  sourceId: number | null
  uploadedBy: number | null
  uploadKey: string | null
  kind: 'report' | 'amendment' | 'withdrawal'
  fileId: number | null
  fileName: string
  identity: ItemIdentity
  text: string
  isReadWhole: boolean
  orderKey: string | null
  title: string | null
  reportTypeId: number | null
  match: InboxMatch
  patientId: number | null
  problem: InboxProblem | null
  targetReportId: number | null
  statement: Buffer
  visit: StatedVisit | null
  isCritical: boolean
}

export const insertItem = async (tx: Queryable, item: NewItem): Promise<number> => {
  const { hints, codes, isStated } = item.identity
  const row = await tx.one(
    idRow,
    `insert into inbox_items (lab_id, source_id, uploaded_by, upload_key, kind, file_id, file_name, hints, text,
                              is_read_whole, order_key, title, report_type_id, match, patient_id, problem,
                              target_report_id, has_codes_read, statement, visit, is_critical, matched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, now())
     returning id`,
    [
      item.labId,
      item.sourceId,
      item.uploadedBy,
      item.uploadKey,
      item.kind,
      item.fileId,
      item.fileName,
      JSON.stringify({ hints, codes, isStated }),
      item.text,
      item.isReadWhole,
      item.orderKey,
      item.title,
      item.reportTypeId,
      item.match,
      item.patientId,
      item.problem,
      item.targetReportId,
      // Barcodes cannot improve a green item.
      item.fileId === null || item.match === 'green',
      item.statement,
      item.visit && JSON.stringify(item.visit),
      item.isCritical,
    ],
    { name: 'insert-inbox-item' },
  )
  return row.id
}

export const updateItem = async (
  tx: Queryable,
  id: number,
  item: Omit<NewItem, 'labId' | 'sourceId' | 'uploadedBy' | 'fileId' | 'text' | 'isReadWhole' | 'orderKey'>,
): Promise<void> => {
  const { hints, codes, isStated } = item.identity
  await tx.execute(
    `update inbox_items
        set kind = $2, file_name = $3, hints = $4, title = $5, report_type_id = $6, match = $7, patient_id = $8,
            problem = $9, target_report_id = $10, statement = $11, upload_key = coalesce($12, upload_key),
            visit = $13, is_critical = $14,
            has_codes_read = file_id is null or $7 = 'green', matched_at = now(), changed_at = now(),
            revision = revision + 1
      where id = $1`,
    [
      id,
      item.kind,
      item.fileName,
      JSON.stringify({ hints, codes, isStated }),
      item.title,
      item.reportTypeId,
      item.match,
      item.patientId,
      item.problem,
      item.targetReportId,
      item.statement,
      item.uploadKey,
      item.visit && JSON.stringify(item.visit),
      item.isCritical,
    ],
    { name: 'update-inbox-item' },
  )
}

export interface Thread {
  sourceId: number | null
  uploadedBy: number | null
  orderKey: string | null
  sha256: Buffer | null
}

const earlierRow = z.object({
  id: inboxItems.id,
  kind: inboxItems.kind,
  state: inboxItems.state,
  problem: inboxItems.problem,
  targetReportId: inboxItems.targetReportId,
  hasSameFile: z.boolean(),
  hasSameStatement: z.boolean(),
  reportId: reports.id.nullable(),
  reportHasSameFile: z.boolean(),
})

const NEWEST = 50

export const lockEarlierItems = async (
  tx: Queryable,
  thread: Thread,
  statement: Buffer,
): Promise<EarlierItem[]> => {
  const { sourceId, uploadedBy, orderKey, sha256 } = thread
  // A separate statement: its snapshot includes the commits of earlier lock holders.
  const locked = await tx.query(
    idRow,
    orderKey === null
      ? `select i.id from report_files f join inbox_items i on i.file_id = f.id
          where f.sha256 = $3 and i.order_key is null
            and i.source_id is not distinct from $1 and i.uploaded_by is not distinct from $2
          order by i.id desc limit ${NEWEST} for update of i`
      : `select i.id from inbox_items i where i.source_id = $1 and i.order_key = $2
          order by i.id desc limit ${NEWEST} for update`,
    orderKey === null ? [sourceId, uploadedBy, sha256] : [sourceId, orderKey],
    { name: orderKey === null ? 'lock-items-of-file' : 'lock-items-of-order' },
  )
  if (locked.length === 0) return []
  const rows = await tx.query(
    earlierRow,
    `select i.id, i.kind, i.state, i.problem, i.target_report_id as "targetReportId",
            coalesce(f.sha256 = $2, false) as "hasSameFile", coalesce(i.statement = $3, false) as "hasSameStatement",
            r.id as "reportId", coalesce(rf.sha256 = $2, false) as "reportHasSameFile"
       from inbox_items i
       left join report_files f on f.id = i.file_id
       left join reports r on r.id = i.report_id and r.withdrawn_at is null
       left join report_files rf on rf.id = r.file_id
      where i.id = any($1::bigint[]) order by i.id desc`,
    [locked.map(({ id }) => id), sha256, statement],
    { name: 'find-earlier-items' },
  )
  return rows.map(({ reportId, reportHasSameFile, ...item }) => ({
    ...item,
    report: reportId === null ? null : { id: reportId, hasSameFile: reportHasSameFile },
  }))
}

/** Flags open and rejected items, except those withdrawn by the sender. */
export const flagItems = async (tx: Queryable, ids: number[], problem: InboxProblem): Promise<void> => {
  await tx.execute(
    `update inbox_items set problem = $2, revision = revision + 1
      where id = any($1::bigint[]) and state <> 'published'
        and coalesce(problem, '') not in ($2, 'withdrawn-by-sender')`,
    [ids, problem],
  )
}
