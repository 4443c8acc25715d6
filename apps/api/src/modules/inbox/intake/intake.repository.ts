import type { InboxMatch, InboxNotice } from '@zelab/contract'
import { z } from 'zod'
import { inboxItems, inboxSources, reportFiles, reports } from '../../../core/tables.gen.ts'
import { assignments, columnsOf, from, insertion, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import type { ItemIdentity } from '../matching/identity.ts'
import type { StoredProblem } from './statements.ts'

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

const publishedRow = z.object({ reportId: from('r.id', reports.id), patientId: reports.patientId })

/** The newest published report with this file, of the lab or one of its patients, except the given one. */
export const findPublishedContent = (
  tx: Queryable,
  of: { labId: number; sha256: Buffer; exceptId: number | null },
): Promise<{ reportId: number; patientId: number } | undefined> =>
  tx.maybeOne(
    publishedRow,
    `select ${columnsOf(publishedRow, 'r')}
       from report_files f join reports r on r.file_id = f.id join patients p on p.id = r.patient_id
      where f.sha256 = $2 and r.withdrawn_at is null and (r.lab_id = $1 or p.lab_id = $1) and r.id is distinct from $3
      order by r.id desc limit 1`,
    [of.labId, of.sha256, of.exceptId],
    { name: 'find-published-content' },
  )

export const countOpenItems = (tx: Queryable, labId: number, limit: number): Promise<number> =>
  tx.countRows(
    `select count(*) from (select 1 from inbox_items where lab_id = $1 and state = 'open' limit $2) i`,
    [labId, limit + 1],
    { name: 'count-open-inbox' },
  )

const sourceRow = z.object(pick(inboxSources, 'labId publishesAutomatically'))

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

/** A statement of the sender, with the patient and type that were found for it. */
export interface StatedItem {
  uploadKey: string | null
  kind: 'report' | 'amendment' | 'withdrawal'
  fileName: string
  identity: ItemIdentity
  title: string | null
  reportTypeId: number | null
  match: InboxMatch
  patientId: number | null
  problem: StoredProblem | null
  targetReportId: number | null
  statement: Buffer
  visit: StatedVisit | null
  isCritical: boolean
  patientKeys: string[]
  notices: InboxNotice[]
}

export interface NewItem extends StatedItem {
  labId: number
  sourceId: number | null
  uploadedBy: number | null
  fileId: number | null
  text: string
  isReadWhole: boolean
  orderKey: string | null
}

const statedRow = z.object({
  ...pick(inboxItems, 'kind fileName hints title reportTypeId match patientId problem targetReportId'),
  ...pick(inboxItems, 'statement visit isCritical patientKeys notices'),
})
const newItemRow = statedRow.extend({
  ...pick(inboxItems, 'labId sourceId uploadedBy uploadKey fileId text isReadWhole orderKey hasCodesRead'),
})

const toRow = <Item extends StatedItem>({ identity, visit, notices, ...item }: Item) => ({
  ...item,
  hints: JSON.stringify({ hints: identity.hints, codes: identity.codes, isStated: identity.isStated }),
  visit: visit && JSON.stringify(visit),
  notices: JSON.stringify(notices),
})

export const insertItem = (tx: Queryable, item: NewItem): Promise<number> => {
  // Barcodes cannot improve a green item.
  const values = { ...toRow(item), hasCodesRead: item.fileId === null || item.match === 'green' }
  return tx.insertedId(
    (parameters) => `insert into inbox_items
      ${insertion(newItemRow, values, parameters, { matchedAt: 'now()' })} returning id`,
    { name: 'insert-inbox-item' },
  )
}

export const updateItem = async (tx: Queryable, id: number, item: StatedItem): Promise<void> => {
  const parameters = new SqlParameters()
  const changed = assignments(
    statedRow,
    toRow(item),
    parameters,
    `upload_key = coalesce(${parameters.add(item.uploadKey)}, upload_key)`,
    `has_codes_read = file_id is null or ${parameters.add(item.match === 'green')}`,
    'matched_at = now(), changed_at = now(), revision = revision + 1',
  )
  await tx.execute(`update inbox_items set ${changed} where id = ${parameters.add(id)}`, parameters.values, {
    name: 'update-inbox-item',
  })
}

/** Flags open and rejected items, except those withdrawn by the sender. */
export const flagItems = async (tx: Queryable, ids: number[], problem: StoredProblem): Promise<void> => {
  await tx.execute(
    `update inbox_items set problem = $2, revision = revision + 1
      where id = any($1::bigint[]) and state <> 'published'
        and coalesce(problem, '') not in ($2, 'withdrawn-by-sender')`,
    [ids, problem],
  )
}

/** Adds what the sender says besides. Who decides on the item sees the same file and patient as before. */
export const updateAdditions = async (
  tx: Queryable,
  id: number,
  { visit, isCritical }: Pick<NewItem, 'visit' | 'isCritical'>,
): Promise<void> => {
  await tx.execute('update inbox_items set visit = $2, is_critical = $3 where id = $1', [
    id,
    visit && JSON.stringify(visit),
    isCritical,
  ])
}

/** Open items that another patient has in the same order with the same file are published by a person only. */
export const noteOtherPatient = async (tx: Queryable, ids: number[], notice: InboxNotice): Promise<void> => {
  await tx.execute(
    `update inbox_items set notices = notices || $2::jsonb
      where id = any($1::bigint[]) and state = 'open' and not notices @> $2::jsonb`,
    [ids, JSON.stringify([notice])],
  )
}
