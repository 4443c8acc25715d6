import type { Queryable } from '../../../platform/database/database.ts'

export const markOpened = async (db: Queryable, of: { id: number; revision: number; by: number }) => {
  await db.execute(
    `update unreleased_reports set opened_by = opened_by || $3::bigint
      where id = $1 and revision = $2 and state in ('awaiting', 'returned') and not $3 = any (opened_by)`,
    [of.id, of.revision, of.by],
  )
}

export const markReleased = async (
  tx: Queryable,
  of: { id: number; by: number; aloneReason: string | null },
): Promise<void> => {
  await tx.execute(
    `update unreleased_reports
        set state = 'released', released_by = $2, released_at = clock_timestamp(), alone_reason = $3 where id = $1`,
    [of.id, of.by, of.aloneReason],
  )
}

export const markReturned = async (tx: Queryable, of: { id: number; by: number; reason: string }) => {
  await tx.execute(
    `update unreleased_reports
        set state = 'returned', returned_by = $2, returned_at = clock_timestamp(), return_reason = $3,
            return_reply = null
      where id = $1`,
    [of.id, of.by, of.reason],
  )
}

export const updateCorrected = async (
  tx: Queryable,
  of: {
    id: number
    by: number
    title: string
    remark: string | null
    reportTypeId: number
    file: { id: number; sha256: Buffer } | undefined
    /** Undefined leaves it as it is. */
    reply: string | null | undefined
  },
): Promise<void> => {
  await tx.execute(
    `update unreleased_reports
        set state = 'awaiting', revision = revision + 1, opened_by = '{}',
            title = $3, remark = $4, report_type_id = $5, file_id = coalesce($6, file_id),
            sha256 = coalesce($7, sha256), author_id = $2,
            return_reply = case when $8 then return_reply when returned_by is not null then $9 end,
            author_ids = case when $2 = any (author_ids) then author_ids else author_ids || $2::bigint end
      where id = $1`,
    [
      of.id,
      of.by,
      of.title,
      of.remark,
      of.reportTypeId,
      of.file?.id ?? null,
      of.file?.sha256 ?? null,
      of.reply === undefined,
      of.reply ?? null,
    ],
  )
}

/** Reopens the inbox item; its file has no owner again. */
const FREE_ITEM_FILE = `update report_files f set uploaded_by = null
  from unreleased_reports u join inbox_items i on i.id = u.inbox_item_id
  where u.id = $1 and f.id = i.file_id and f.report_id is null`

export const freeItemFile = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(FREE_ITEM_FILE, [id])
}

export const markTakenOver = async (tx: Queryable, of: { id: number; by: number }): Promise<void> => {
  await tx.execute(
    `update unreleased_reports set author_id = $2, author_ids = author_ids || $2::bigint where id = $1`,
    [of.id, of.by],
  )
}

export const markDiscarded = async (
  tx: Queryable,
  of: { id: number; by: number; reason?: string | undefined },
): Promise<void> => {
  await freeItemFile(tx, of.id)
  await tx.execute(
    `update unreleased_reports
        set state = 'discarded', discarded_by = $2, discarded_at = clock_timestamp(), file_id = null,
            inbox_item_id = null, visit_id = null, discard_reason = $3 where id = $1`,
    [of.id, of.by, of.reason ?? null],
  )
}

/** @param of.by null lifts the suspension */
export const markSuspended = async (tx: Queryable, of: { id: number; by: number | null }): Promise<void> => {
  await tx.execute(
    `update unreleased_reports
        set suspended_by = $2::bigint, suspended_at = case when $2::bigint is not null then clock_timestamp() end
      where id = $1`,
    [of.id, of.by],
  )
}

export const markReviewed = async (tx: Queryable, of: { id: number; by: number }): Promise<void> => {
  await tx.execute(
    'update unreleased_reports set reviewed_by = $2, reviewed_at = clock_timestamp() where id = $1',
    [of.id, of.by],
  )
}
