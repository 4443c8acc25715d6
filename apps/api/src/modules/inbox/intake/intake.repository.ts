import type { InboxMatch, InboxProblem } from '@zelab/contract'
import { z } from 'zod'
import { inboxItems, inboxSources, reportFiles } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, idRow } from '../../../platform/database/row-schema.ts'
import type { ItemIdentity } from '../matching/identity.ts'

const uploadedItemRow = z.object({ id: inboxItems.id, sha256: z.nullable(reportFiles.sha256) })

/** The item that an upload with this key made before. */
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

/** Whether the key of a single file belongs to an archive, whose files have numbers behind it, or the reverse. */
export const isKeyOfAnotherUpload = (
  db: Queryable,
  { userId, key }: { userId: number; key: string },
): Promise<boolean> =>
  db.exists(
    `select 1 from inbox_items where uploaded_by = $1
        and (starts_with(upload_key, $2 || '.') or ($2 <> $3 and upload_key = $3))`,
    [userId, key, key.replace(/\.\d+$/, '')],
  )

/** Waits for other transactions that add the same contents to the same lab. Sorted, so that two never wait for each other. */
export const lockContents = async (tx: Queryable, labId: number, sha256s: Buffer[]): Promise<void> => {
  const keys = sha256s.map((sha256) => sha256.toString('hex')).toSorted()
  for (const key of keys)
    await tx.execute('select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, labId])
}

/** Whether a file with this content is in the open inbox of a lab, or published for a patient of the lab. */
export const isKnownContent = (tx: Queryable, labId: number, sha256: Buffer): Promise<boolean> =>
  tx.exists(
    `select 1 from report_files f join inbox_items i on i.file_id = f.id
      where f.sha256 = $2 and i.lab_id = $1 and i.state = 'open'
     union all
     select 1 from report_files f join reports r on r.file_id = f.id join patients p on p.id = r.patient_id
      where f.sha256 = $2 and r.withdrawn_at is null and (r.lab_id = $1 or p.lab_id = $1)`,
    [labId, sha256],
    { name: 'is-known-content' },
  )

/** Open items of a lab, counted up to one more than the limit. */
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

/** A source that is on; notes that it works. */
export const touchSource = (
  tx: Queryable,
  sourceId: number,
): Promise<{ labId: number; publishesAutomatically: boolean } | undefined> =>
  tx.maybeOne(
    sourceRow,
    `update inbox_sources set last_received_at = now() where id = $1 and removed_at is null
     returning lab_id as "labId", publishes_automatically as "publishesAutomatically"`,
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
}

export const insertItem = async (tx: Queryable, item: NewItem): Promise<number> => {
  const { hints, codes, isStated } = item.identity
  const row = await tx.one(
    idRow,
    `insert into inbox_items (lab_id, source_id, uploaded_by, upload_key, kind, file_id, file_name, hints, text,
                              is_read_whole, order_key, title, report_type_id, match, patient_id, problem,
                              target_report_id, has_codes_read, matched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, now())
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
      // Barcodes cannot make a green item greener.
      item.fileId === null || item.match === 'green',
    ],
    { name: 'insert-inbox-item' },
  )
  return row.id
}

const earlierRow = z.object({
  id: inboxItems.id,
  state: inboxItems.state,
  reportId: inboxItems.reportId,
})

/** Earlier items of a sender's order, locked, the newest first. */
export const lockItemsOfOrder = (
  tx: Queryable,
  { sourceId, orderKey }: { sourceId: number; orderKey: string },
): Promise<{ id: number; state: 'open' | 'published' | 'rejected'; reportId: number | null }[]> =>
  tx.query(
    earlierRow,
    `select id, state, report_id as "reportId" from inbox_items
      where source_id = $1 and order_key = $2 and kind <> 'withdrawal'
      order by id desc limit 50 for update`,
    [sourceId, orderKey],
  )

export const flagItems = async (tx: Queryable, ids: number[], problem: InboxProblem): Promise<void> => {
  await tx.execute('update inbox_items set problem = $2 where id = any($1::bigint[])', [ids, problem])
}

/** Whether a report is published and not withdrawn. */
export const isPublished = (tx: Queryable, reportId: number): Promise<boolean> =>
  tx.exists('select 1 from reports where id = $1 and withdrawn_at is null', [reportId])
