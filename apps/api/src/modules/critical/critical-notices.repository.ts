import { SEND_CHANNELS, type CRITICAL_NOTICE_STATES, type SendChannel } from '@zelab/contract'
import { z } from 'zod'
import { criticalNotices, criticalResults, labDeliverySettings, labs, users } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'
import { ESCALATED, type EscalatedId } from './escalation.repository.ts'

export type NoticeState = (typeof CRITICAL_NOTICE_STATES)[number]

export const insertNotice = async (
  tx: Queryable,
  { kind, id }: EscalatedId,
  notice: { step: number; userId: number; channel: SendChannel },
): Promise<number> =>
  (
    await tx.one(
      idRow,
      `insert into critical_notices (${ESCALATED[kind].notices}, step, user_id, channel)
       values ($1, $2, $3, $4) returning id`,
      [id, notice.step, notice.userId, notice.channel],
    )
  ).id

const subject = {
  kind: from("case when n.inbox_item_id is null then 'result' else 'item' end", z.enum(['result', 'item'])),
  subjectId: from('coalesce(n.critical_result_id, n.inbox_item_id)', z.int()),
}

const noticeRow = z.object({
  id: criticalNotices.id,
  ...subject,
  ...pick(criticalNotices, 'step userId'),
  channel: from('n.channel', z.enum(SEND_CHANNELS)),
  reportId: from('c.report_id', criticalResults.reportId),
  unreleasedId: from('c.unreleased_id', criticalResults.unreleasedId),
  labId: from('l.id', labs.id),
  flaggedAt: from('coalesce(c.flagged_at, i.critical_since, n.created_at)', criticalResults.flaggedAt),
  labName: from('l.name', labs.name),
  senderName: from('s.sender_name', labDeliverySettings.senderName),
  fullName: from('u.full_name', users.fullName),
  email: from('u.email', users.email),
  phone: from('u.phone', users.phone),
  isAdmin: from('u.user_type_id = 1', z.boolean()),
  isEnded: from(
    `c.closed_at is not null or c.restored_at is not null or u.deactivated_at is not null
       or i.id is not null and (i.critical_since is null or i.escalation_held_at is not null)
       or (u.lab_id is distinct from l.id and u.user_type_id <> 1)`,
    z.boolean(),
  ),
})
export type EscalationNotice = RowOf<typeof noticeRow>

const subjectRow = z.object(subject)

/** Read without a lock: the result or item is locked first. */
export const findSubjectOfNotice = (
  db: Queryable,
  id: number,
): Promise<RowOf<typeof subjectRow> | undefined> =>
  db.maybeOne(
    subjectRow,
    `select ${columnsOf(subjectRow, 'n')} from critical_notices n where n.id = $1 and n.state = 'queued'`,
    [id],
  )

/** Undefined unless it is queued. Needs the lock of its result or item. */
export const findQueuedNotice = (tx: Queryable, id: number): Promise<EscalationNotice | undefined> =>
  tx.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'n')}
       from critical_notices n
       left join critical_results c on c.id = n.critical_result_id
       left join inbox_items i on i.id = n.inbox_item_id
       join labs l on l.id = coalesce(c.lab_id, i.lab_id)
       join users u on u.id = n.user_id
       left join lab_delivery_settings s on s.lab_id = l.id
      where n.id = $1 and n.state = 'queued'`,
    [id],
  )

/** From `sending` on, the message may have left, so it is never sent again without a recorded outcome. */
export const markNotice = (
  tx: Queryable,
  id: number,
  { from: before, to, failure = null }: { from: NoticeState; to: NoticeState; failure?: string | null },
): Promise<number> =>
  tx.execute(
    `update critical_notices set state = $3, failure = $4, changed_at = clock_timestamp() where id = $1 and state = $2`,
    [id, before, to, failure],
  )

const stepRow = z.object({ step: criticalNotices.step })

/** Cancels queued messages that a later step replaces. Returns their steps. */
export const cancelQueuedNotices = async (tx: Queryable, { kind, id }: EscalatedId): Promise<number[]> => {
  const rows = await tx.query(
    stepRow,
    `with canceled as (
       update critical_notices set state = 'canceled', changed_at = clock_timestamp()
        where ${ESCALATED[kind].notices} = $1 and state = 'queued' returning step)
     select distinct step from canceled order by step`,
    [id],
  )
  return rows.map(({ step }) => step)
}

const stoppedRow = z.object({
  id: criticalNotices.id,
  ...subject,
  step: criticalNotices.step,
})

/** After this time without an outcome, the process counts as stopped. */
export const findStoppedNotices = (db: Queryable): Promise<RowOf<typeof stoppedRow>[]> =>
  db.query(
    stoppedRow,
    `select ${columnsOf(stoppedRow, 'n')} from critical_notices n
      where n.state = 'sending' and n.changed_at < now() - interval '5 minutes' order by n.changed_at limit 50`,
  )

const outcomeRow = z.object({ all: z.int(), accepted: z.int(), unsettled: z.int() })

export const countOutcomes = (
  tx: Queryable,
  { kind, id }: EscalatedId,
  step: number,
): Promise<RowOf<typeof outcomeRow>> =>
  tx.one(
    outcomeRow,
    `select count(*) as all, count(*) filter (where state = 'accepted') as accepted,
            count(*) filter (where state in ('queued', 'sending')) as unsettled
       from critical_notices where ${ESCALATED[kind].notices} = $1 and step = $2`,
    [id, step],
  )
