import { CHANGE_TYPES } from '@zelab/contract'
import { z } from 'zod'
import { integrations, integrationSendings, reportChanges } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/** True if a later change of the report is on its way to the same receiver. */
const HAS_NEWER = `exists (select from integration_sendings n
  where n.integration_id = s.integration_id and n.report_id = s.report_id and n.id > s.id)`

/** True while the receiver has, or may have, a report that it should not show any more, and has not accepted that. */
const IS_UNSETTLED = `(s.is_urgent and s.state in ('waiting', 'refused') and not ${HAS_NEWER}
  and exists (select from integration_reports a
               where a.integration_id = s.integration_id and a.report_id = s.report_id and a.is_current))`

/** One that was not tried yet would never be sent. */
const MAY_SETTLE = `(${IS_UNSETTLED} and (s.state = 'refused' or s.answer is not null))`

const HAS_ENDED = `exists (select from integrations i where i.id = s.integration_id and i.state = 'ended')`

const sendingRow = z.object({
  ...pick(integrationSendings, 'id reportId tries'),
  type: from('s.type', z.enum(CHANGE_TYPES).nullable()),
  ...pick(integrationSendings, 'firstRefusedAt createdAt'),
  changeId: from('c.id::text', reportChanges.id),
  changeSequence: from('c.sequence', reportChanges.sequence),
  change: from('c.type', reportChanges.type),
  changedAt: from('c.at', reportChanges.at),
})
export type Sending = RowOf<typeof sendingRow>

const ORDERS = {
  /** Withdrawals first, then the oldest change. */
  urgent: 's.is_urgent desc, s.change_sequence, s.id',
  /** A receiver that refuses everything: each report gets its turn, so that one that is refused alone holds none. */
  'least-recent': 's.next_try_at, s.id',
} as const

/** Marks the next due change of a receiver. No other job of the receiver runs. */
export const claimNext = (
  db: Queryable,
  { receiverId, now, order }: { receiverId: number; now: Date; order: keyof typeof ORDERS },
): Promise<Sending | undefined> =>
  db.maybeOne(
    sendingRow,
    `with claimed as (
       update integration_sendings set is_sending = true
        where id = (select s.id from integration_sendings s
                     where s.integration_id = $1 and s.state = 'waiting' and s.next_try_at <= $2 and not s.is_sending
                     order by ${ORDERS[order]} limit 1 for update)
          and state = 'waiting'
       returning *)
     select ${columnsOf(sendingRow, 's')} from claimed s join report_changes c on c.sequence = s.change_sequence`,
    [receiverId, now],
    { name: `claim-${order}-sending` },
  )

/** Changes that a killed process was sending are sent again, unless a later one of the report waits. */
export const resetInterrupted = (db: Queryable, receiverId: number): Promise<number> =>
  db.execute(
    `update integration_sendings s
        set is_sending = false, changed_at = clock_timestamp(),
            state = case when s.state = 'waiting' and ${HAS_NEWER} then 'superseded' else s.state end
      where s.integration_id = $1 and s.is_sending`,
    [receiverId],
    { name: 'reset-interrupted-sendings' },
  )

export interface SendingResult {
  state: 'waiting' | 'done' | 'refused' | 'superseded'
  version?: number
  type?: string
  answer?: string
  tries?: number
  firstRefusedAt?: Date | null
  nextTryAt?: Date
}

/** @returns the state: superseded instead of waiting or refused after a later change of the report */
export const finishSending = async (tx: Queryable, id: number, result: SendingResult): Promise<string> => {
  const { state, version, type, answer, tries, firstRefusedAt, nextTryAt } = result
  const row = await tx.one(
    z.object({ state: integrationSendings.state }),
    `update integration_sendings s
        set is_sending = false, changed_at = clock_timestamp(),
            state = case when $2 not in ('waiting', 'refused') then $2 when ${HAS_NEWER} then 'superseded'
                         when not ${HAS_ENDED} then $2 when is_urgent then 'refused' else 'superseded' end,
            version = coalesce($3, version), type = coalesce($4, type), answer = coalesce($5, answer),
            tries = coalesce($6, tries), first_refused_at = case when $7 then $8 else first_refused_at end,
            next_try_at = coalesce($9, next_try_at)
      where s.id = $1 returning state`,
    [
      ...[id, state, version ?? null, type ?? null, answer ?? null, tries ?? null],
      ...[firstRefusedAt !== undefined, firstRefusedAt ?? null, nextTryAt ?? null],
    ],
    { name: 'finish-sending' },
  )
  return row.state
}

/**
 * Stored before the message is sent: a receiver whose answer is lost may have the report, and is told of its withdrawal.
 * The event is kept, so that it is the same when it is repeated under its id.
 */
export const saveAttempt = async (
  db: Queryable,
  { id, reportId, changeSequence }: Pick<Sending, 'id' | 'reportId' | 'changeSequence'>,
  of: {
    receiverId: number
    version: number
    type: string
    isCurrent: boolean
    sealedContent: Buffer | null
  },
): Promise<void> => {
  await db.execute(
    `with tried as (update integration_sendings set type = $4 where id = $5)
     insert into integration_reports (integration_id, report_id, version, is_current, sent_change, sent_type,
                                      sent_version, sealed_sent)
     values ($1, $2, $3, $6, $7, $4, $3, $8)
     on conflict (integration_id, report_id) do update
       set is_current = integration_reports.is_current or excluded.is_current, sent_change = excluded.sent_change,
           sent_type = excluded.sent_type, sent_version = excluded.sent_version, sealed_sent = excluded.sealed_sent`,
    [of.receiverId, reportId, of.version, of.type, id, of.isCurrent, changeSequence, of.sealedContent],
    { name: 'save-sending-attempt' },
  )
}

export const saveAccepted = async (
  tx: Queryable,
  of: { receiverId: number; reportId: number; version: number; type: string; isCurrent: boolean; now: Date },
): Promise<void> => {
  await tx.execute(
    `insert into integration_reports (integration_id, report_id, version, is_current, accepted_at, accepted_type)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (integration_id, report_id) do update
       set version = excluded.version, is_current = excluded.is_current, accepted_at = excluded.accepted_at,
           accepted_type = excluded.accepted_type, sealed_accepted = integration_reports.sealed_sent`,
    [of.receiverId, of.reportId, of.version, of.isCurrent, of.now, of.type],
    { name: 'save-accepted-report' },
  )
}

const momentRow = z.object({ at: from('min(next_try_at)', integrationSendings.nextTryAt.nullable()) })

/** After every due change was sent, few wait. */
export const findNextDue = async (db: Queryable, receiverId: number): Promise<string | null> => {
  const { at } = await db.one(
    momentRow,
    `select ${columnsOf(momentRow)} from integration_sendings where integration_id = $1 and state = 'waiting'`,
    [receiverId],
  )
  return at
}

/** Finished changes are kept for 90 days; refused ones as long as they may be sent again. */
export const deleteOldSendings = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.execute(
    `delete from integration_sendings
      where id in (select id from integration_sendings
                    where changed_at < $1 and state <> 'waiting' and state <> 'refused' limit $2)`,
    [before, most],
  )

const stateRow = z.object({
  waiting: from(
    `(select count(*)::integer from (select from integration_sendings where state = 'waiting' limit 1000) w)`,
    z.number(),
  ),
  refused: from(
    `(select count(*)::integer from (select from integration_sendings where state = 'refused' limit 1000) w)`,
    z.number(),
  ),
})

/** For metrics. */
export const readSendingState = (db: Queryable) => db.one(stateRow, `select ${columnsOf(stateRow)}`)

const reportSendingRow = z.object({
  id: integrationSendings.id,
  report: from('s.report_id', integrationSendings.reportId),
  version: integrationSendings.version,
  type: from("coalesce(s.type, 'report.' || c.type)", z.string()),
  state: integrationSendings.state,
  at: from('s.changed_at', integrationSendings.changedAt),
  ...pick(integrationSendings, 'tries answer'),
  receiverId: from('i.id', integrations.id),
  receiverName: from('i.name', integrations.name),
  receiverKind: from('i.kind', integrations.kind),
  mayResend: from(`s.state = 'refused' and i.state <> 'ended' and not ${HAS_NEWER}`, z.boolean()),
  isUnsettled: from(IS_UNSETTLED, z.boolean()),
  maySettle: from(MAY_SETTLE, z.boolean()),
})

/** The latest 100, after those that are not settled. */
export const findSendingsOfReport = (db: Queryable, reportId: number) =>
  db.query(
    reportSendingRow,
    `select ${columnsOf(reportSendingRow, 's')}
       from integration_sendings s
       join integrations i on i.id = s.integration_id
       join report_changes c on c.sequence = s.change_sequence
      where s.report_id = $1 order by "isUnsettled" desc, s.id desc limit 100`,
    [reportId],
  )

const resendableRow = z.object({
  reportId: integrationSendings.reportId,
  receiverId: from('i.id', integrations.id),
  receiverName: from('i.name', integrations.name),
  labId: from('i.lab_id', integrations.labId),
  changeSequence: integrationSendings.changeSequence,
  mayResend: reportSendingRow.shape.mayResend,
  maySettle: reportSendingRow.shape.maySettle,
})

export type RefusedSending = RowOf<typeof resendableRow>

const sentReportRow = z.object({
  reportId: integrationSendings.reportId,
  labId: from('i.lab_id', integrations.labId),
})

export const findReportOfSending = (db: Queryable, id: number) =>
  db.maybeOne(
    sentReportRow,
    `select ${columnsOf(sentReportRow, 's')}
       from integration_sendings s join integrations i on i.id = s.integration_id where s.id = $1`,
    [id],
  )

export const lockRefused = (tx: Queryable, id: number) =>
  tx.maybeOne(
    resendableRow,
    `select ${columnsOf(resendableRow, 's')}
       from integration_sendings s join integrations i on i.id = s.integration_id
      where s.id = $1 for update of s`,
    [id],
  )

/** As a new sending: a receiver may repeat its answer to the number of the refused message. */
export const insertAgain = async (
  tx: Queryable,
  of: { id: number; receiverId: number; reportId: number; changeSequence: number },
): Promise<void> => {
  await tx.execute(
    `update integration_sendings set state = 'superseded', changed_at = clock_timestamp() where id = $1`,
    [of.id],
  )
  await tx.execute(
    'insert into integration_sendings (integration_id, change_sequence, report_id) values ($1, $2, $3)',
    [of.receiverId, of.changeSequence, of.reportId],
  )
}

/** A person says that the receiver does not show the report any more. */
export const settleSending = async (
  tx: Queryable,
  of: { id: number; receiverId: number; reportId: number; answer: string },
): Promise<void> => {
  await tx.execute(
    `with settled as (
       update integration_sendings set state = 'done', answer = $4, changed_at = clock_timestamp() where id = $1)
     update integration_reports set is_current = false, accepted_type = null where integration_id = $2 and report_id = $3`,
    [of.id, of.receiverId, of.reportId, of.answer],
  )
}

/** Those of a receiver that refuses everything, not of the reports alone. Each as a new sending. */
export const insertRefusedAgain = async (
  tx: Queryable,
  of: { receiverId: number; reportIds: readonly number[] },
): Promise<void> => {
  await tx.execute(
    `with refused as (
       update integration_sendings s set state = 'superseded', changed_at = clock_timestamp()
        where s.integration_id = $1 and s.report_id = any ($2) and s.state = 'refused' and not ${HAS_NEWER}
       returning s.integration_id, s.change_sequence, s.report_id)
     insert into integration_sendings (integration_id, change_sequence, report_id)
     select integration_id, change_sequence, report_id from refused`,
    [of.receiverId, of.reportIds],
  )
}
