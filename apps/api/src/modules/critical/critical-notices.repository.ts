import { SEND_CHANNELS, type CRITICAL_NOTICE_STATES, type SendChannel } from '@zelab/contract'
import { z } from 'zod'
import { criticalNotices, criticalResults, labDeliverySettings, labs, users } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'

export type NoticeState = (typeof CRITICAL_NOTICE_STATES)[number]

export const insertNotice = async (
  tx: Queryable,
  notice: { criticalId: number; step: number; userId: number; channel: SendChannel },
): Promise<number> =>
  (
    await tx.one(
      idRow,
      `insert into critical_notices (critical_result_id, step, user_id, channel) values ($1, $2, $3, $4) returning id`,
      [notice.criticalId, notice.step, notice.userId, notice.channel],
    )
  ).id

const noticeRow = z.object({
  id: criticalNotices.id,
  criticalId: from('n.critical_result_id', criticalNotices.criticalResultId),
  step: criticalNotices.step,
  userId: criticalNotices.userId,
  channel: from('n.channel', z.enum(SEND_CHANNELS)),
  reportId: from('c.report_id', criticalResults.reportId),
  unreleasedId: from('c.unreleased_id', criticalResults.unreleasedId),
  labId: from('c.lab_id', criticalResults.labId),
  flaggedAt: from('c.flagged_at', criticalResults.flaggedAt),
  labName: from('l.name', labs.name),
  senderName: from('s.sender_name', labDeliverySettings.senderName),
  fullName: from('u.full_name', users.fullName),
  email: from('u.email', users.email),
  phone: from('u.phone', users.phone),
  isAdmin: from('u.user_type_id = 1', z.boolean()),
  isEnded: from(
    `c.closed_at is not null or c.restored_at is not null or u.deactivated_at is not null
       or (u.lab_id is distinct from c.lab_id and u.user_type_id <> 1)`,
    z.boolean(),
  ),
})
export type EscalationNotice = RowOf<typeof noticeRow>

const resultRow = z.object({ criticalId: from('critical_result_id', criticalNotices.criticalResultId) })

/** Takes no lock, so that the result can be locked first. */
export const findResultOfNotice = async (db: Queryable, id: number): Promise<number | undefined> =>
  (
    await db.maybeOne(
      resultRow,
      `select ${columnsOf(resultRow)} from critical_notices where id = $1 and state = 'queued'`,
      [id],
    )
  )?.criticalId

/** Undefined unless it is queued. Needs the lock of the result. */
export const findQueuedNotice = (tx: Queryable, id: number): Promise<EscalationNotice | undefined> =>
  tx.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'n')}
       from critical_notices n
       join critical_results c on c.id = n.critical_result_id
       join labs l on l.id = c.lab_id
       join users u on u.id = n.user_id
       left join lab_delivery_settings s on s.lab_id = c.lab_id
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

/** Messages that wait for a channel are replaced by those of a later step. Returns their steps. */
export const cancelQueuedNotices = async (tx: Queryable, criticalId: number): Promise<number[]> => {
  const rows = await tx.query(
    stepRow,
    `with canceled as (
       update critical_notices set state = 'canceled', changed_at = clock_timestamp()
        where critical_result_id = $1 and state = 'queued' returning step)
     select distinct step from canceled order by step`,
    [criticalId],
  )
  return rows.map(({ step }) => step)
}

const stoppedRow = z.object({
  id: criticalNotices.id,
  criticalId: from('critical_result_id', criticalNotices.criticalResultId),
  step: criticalNotices.step,
})

/** A process without a recorded outcome after this time has stopped. */
export const findStoppedNotices = (db: Queryable): Promise<RowOf<typeof stoppedRow>[]> =>
  db.query(
    stoppedRow,
    `select ${columnsOf(stoppedRow)} from critical_notices
      where state = 'sending' and changed_at < now() - interval '5 minutes' order by changed_at limit 50`,
  )

const outcomeRow = z.object({ all: z.int(), accepted: z.int(), unsettled: z.int() })

export const countOutcomes = (
  tx: Queryable,
  { criticalId, step }: { criticalId: number; step: number },
): Promise<RowOf<typeof outcomeRow>> =>
  tx.one(
    outcomeRow,
    `select count(*) as all, count(*) filter (where state = 'accepted') as accepted,
            count(*) filter (where state in ('queued', 'sending')) as unsettled
       from critical_notices where critical_result_id = $1 and step = $2`,
    [criticalId, step],
  )
