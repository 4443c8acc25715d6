import { CRITICAL_CLOSINGS, type CriticalCallFields, type SeenFile } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { criticalCalls, criticalResults } from '../../core/tables.gen.ts'
import { columnsOf, from, insertion, pick, type NewRecord } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'

/** A report, or one that awaits release. */
export type Subject = { reportId: number } | { unreleasedId: number }

export const ofSubject = (subject: Subject): { condition: string; id: number } =>
  'reportId' in subject
    ? { condition: 'c.report_id = $1', id: subject.reportId }
    : { condition: 'c.unreleased_id = $1 and c.report_id is null', id: subject.unreleasedId }

const newResultRow = z.object({
  ...pick(criticalResults, 'reportId unreleasedId labId cause flaggedBy flaggedAt targetMinutes dueAt'),
  ...pick(criticalResults, 'nextEscalationAt sourceId'),
})

export const insertResult = (tx: Queryable, result: NewRecord<typeof newResultRow>): Promise<number> =>
  tx.insertedId(
    (parameters) =>
      `insert into critical_results ${insertion(newResultRow, result, parameters)} returning id`,
  )

const lockedRow = z.object({
  ...pick(criticalResults, 'id labId flaggedAt'),
  correctedAt: from(
    `case when c.cause <> 'flagged' or c.about_since > c.flagged_at then coalesce(c.about_since, c.flagged_at) end`,
    criticalResults.aboutSince,
  ),
  closing: from('c.closing', z.enum(CRITICAL_CLOSINGS).nullable()),
  isMessageAllowed: from(
    `c.message_allowed_at is not null
       and (c.message_version, c.message_sha256) is not distinct from (c.version, c.sha256)`,
    z.boolean(),
  ),
  callCount: from('(select count(*) from critical_calls k where k.critical_result_id = c.id)', z.int()),
})
export type LockedResult = RowOf<typeof lockedRow>

/** The open result of a report, or the newest closed one. */
export const lockNewestResult = (tx: Queryable, subject: Subject): Promise<LockedResult | undefined> => {
  const { condition, id } = ofSubject(subject)
  return tx.maybeOne(
    lockedRow,
    `select ${columnsOf(lockedRow, 'c')} from critical_results c
      where ${condition} order by c.closed_at is null desc, c.id desc limit 1 for update`,
    [id],
  )
}

/** Includes the unreleased report, if the page shows one. */
export type Seen = SeenFile & { unreleasedId?: number | undefined }

/**
 * True if the caller saw what the report is now. A page of a report that was released meanwhile names the revision.
 * Needs the report's lock.
 */
export const isSeenCurrent = (
  tx: Queryable,
  subject: Subject,
  { version, revision, sha256, unreleasedId }: Seen,
): Promise<boolean> =>
  'reportId' in subject
    ? tx.exists(
        `select 1 from reports r join report_files f on f.id = r.file_id
           left join unreleased_reports u on u.id = r.release_id
          where r.id = $1 and encode(f.sha256, 'hex') = $2 and (r.version = $3 or (u.id, u.revision) = ($4, $5))`,
        [subject.reportId, sha256, version ?? null, unreleasedId ?? null, revision ?? null],
      )
    : tx.exists(
        `select 1 from unreleased_reports where id = $1 and encode(sha256, 'hex') = $2 and revision = $3`,
        [subject.unreleasedId, sha256, revision ?? null],
      )

/** True if the published report that an unreleased amendment would change has an open result. */
export const isAmendedOneOpen = (tx: Queryable, unreleasedId: number): Promise<boolean> =>
  tx.exists(
    `select 1 from unreleased_reports u join critical_results c on c.report_id = u.report_id and c.closed_at is null
      where u.id = $1`,
    [unreleasedId],
  )

/** True if a result of the report was open at that time or is open now. */
export const hasResultSince = (tx: Queryable, reportId: number, at: string): Promise<boolean> =>
  tx.exists(
    `select 1 from critical_results
      where report_id = $1 and closing is distinct from 'mistaken' and (closed_at is null or closed_at >= $2)`,
    [reportId, at],
  )

const placeRow = z.object(pick(criticalResults, 'reportId unreleasedId'))

export const findSubject = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<{ subject: Subject; unreleasedId: number | undefined } | undefined> => {
  const place = await db.maybeOne(
    placeRow,
    (parameters) => `select ${columnsOf(placeRow)} from critical_results
      where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'lab_id')}`,
  )
  if (!place) return undefined
  const unreleasedId = place.unreleasedId ?? undefined
  return {
    subject:
      place.reportId === null ? { unreleasedId: place.unreleasedId ?? 0 } : { reportId: place.reportId },
    unreleasedId,
  }
}

const newCallRow = z.object({
  ...pick(criticalCalls, 'criticalResultId calledBy person personRole phone beganAt endedAt readOut'),
  ...pick(criticalCalls, 'outcome caller value unit identifiers'),
})

export const insertCall = (
  tx: Queryable,
  call: CriticalCallFields & { criticalResultId: number; calledBy: number },
): Promise<number> =>
  tx.insertedId(
    (parameters) =>
      `insert into critical_calls ${insertion(newCallRow, { ...call, personRole: call.role }, parameters)} returning id`,
  )

/** @param informedAt the end of the call; a clock that differs counts from the flag */
export const closeReadBack = async (
  tx: Queryable,
  id: number,
  { by, at, informedAt }: { by: number; at: Date; informedAt: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results
        set closed_at = $3, closed_by = $2, closing = 'read-back', informed_at = greatest($4, flagged_at)
      where id = $1`,
    [id, by, at.toISOString(), informedAt],
  )
}

export const allowMessage = async (
  tx: Queryable,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results
        set message_allowed_at = $3, message_allowed_by = $2, message_reason = $4, message_version = version,
            message_sha256 = sha256
      where id = $1`,
    [id, by, at.toISOString(), reason],
  )
}

export const closeMistaken = async (
  tx: Queryable,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results set closed_at = $3, closed_by = $2, closing = 'mistaken', closing_reason = $4 where id = $1`,
    [id, by, at.toISOString(), reason],
  )
}

/** Flags by mistake do not count. */
export const hasBeenFlagged = (tx: Queryable, subject: Subject): Promise<boolean> => {
  const { condition, id } = ofSubject(subject)
  return tx.exists(
    `select 1 from critical_results c where ${condition} and c.closing is distinct from 'mistaken'`,
    [id],
  )
}

/** Locks the report. Undefined when it was withdrawn or discarded. */
export const lockAuthor = async (tx: Queryable, subject: Subject): Promise<number | undefined> => {
  const { id } = ofSubject(subject)
  const text =
    'reportId' in subject
      ? 'select uploaded_by as id from reports where id = $1 and withdrawn_at is null for update'
      : "select author_id as id from unreleased_reports where id = $1 and state in ('awaiting', 'returned') for update"
  return (await tx.maybeOne(idRow, text, [id]))?.id
}
