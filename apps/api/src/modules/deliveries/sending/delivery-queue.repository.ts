import { SEND_CHANNELS, type DeliveryFailure, type SendChannel } from '@zelab/contract'
import { z } from 'zod'
import { deliveries } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'

/** After this time without an outcome, the process counts as stopped. */
const LEASE = "interval '5 minutes'"

const dueRow = z.object({ id: deliveries.id, reportId: deliveries.reportId })

export const findDueDeliveries = (
  db: Queryable,
  { channel, limit, except }: { channel: SendChannel; limit: number; except: readonly number[] },
): Promise<RowOf<typeof dueRow>[]> =>
  db.query(
    dueRow,
    `select ${columnsOf(dueRow)} from deliveries
      where state = 'queued' and due_at <= now() and channel = $3 and id <> all($2)
      order by due_at, id limit $1`,
    [limit, except, channel],
  )

const lockedRow = z.object({
  channel: z.enum(SEND_CHANNELS),
  ...pick(deliveries, 'delegateId purpose'),
  contact: neverNull(deliveries.contact),
  language: deliveries.language,
  isEnded: z.boolean(),
})

export const lockDueDelivery = (tx: Queryable, id: number): Promise<RowOf<typeof lockedRow> | undefined> =>
  tx.maybeOne(
    lockedRow,
    `select ${columnsOf(lockedRow, 'd', {
      isEnded: "exists (select 1 from report_links l where l.delivery_id = d.id and l.revocation = 'staff')",
    })}
       from deliveries d
      where d.id = $1 and d.state = 'queued' and d.due_at <= now()
        for no key update of d skip locked`,
    [id],
  )

/** From this state on, the message may have left, so it is never sent again without a recorded outcome. */
export const markSending = async (tx: Queryable, id: number, templateId: number | null): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'sending', attempts = attempts + 1, due_at = now() + ${LEASE}, template_id = $2
      where id = $1`,
    [id, templateId],
  )
}

export const markCanceled = async (
  tx: Queryable,
  id: number,
  failure: DeliveryFailure | null,
): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'canceled', failure = $2, due_at = null, hold = null where id = $1`,
    [id, failure],
  )
}

/**
 * Records the outcome even after the end of the lease.
 * @returns false if a receipt has already reported a failure
 */
export const markSent = async (tx: Queryable, id: number): Promise<boolean> => {
  const changed = await tx.execute(
    `update deliveries set state = 'sent', failure = null, due_at = null, sent_at = coalesce(sent_at, now())
      where id = $1 and state in ('sending', 'unconfirmed', 'sent')`,
    [id],
  )
  return changed > 0
}

const attemptsRow = z.object({ attempts: deliveries.attempts, createdAt: deliveries.createdAt })

export const lockSendingDelivery = (
  tx: Queryable,
  id: number,
): Promise<RowOf<typeof attemptsRow> | undefined> =>
  tx.maybeOne(
    attemptsRow,
    `select ${columnsOf(attemptsRow)} from deliveries
      where id = $1 and state = 'sending' for no key update`,
    [id],
  )

export const markRetried = async (tx: Queryable, id: number, dueAt: string): Promise<void> => {
  await tx.execute(`update deliveries set state = 'queued', due_at = $2 where id = $1`, [id, dueAt])
}

export const markNotSent = async (
  tx: Queryable,
  id: number,
  { state, failure }: { state: 'failed' | 'unconfirmed'; failure: DeliveryFailure },
): Promise<void> => {
  await tx.execute('update deliveries set state = $2, failure = $3, due_at = null where id = $1', [
    id,
    state,
    failure,
  ])
}

const stoppedRow = z.object({ id: deliveries.id, reportId: deliveries.reportId, labId: deliveries.labId })

export const endStoppedDeliveries = (tx: Queryable, limit: number): Promise<RowOf<typeof stoppedRow>[]> =>
  tx.query(
    stoppedRow,
    `update deliveries set state = 'unconfirmed', failure = 'stopped-while-sending', due_at = null
      where id in (select id from deliveries where state = 'sending' and due_at <= now()
                    order by due_at limit $1 for no key update skip locked)
     returning ${columnsOf(stoppedRow)}`,
    [limit],
  )

/** Ends earlier links and sessions for the same report and contact. */
export const endRenewedLinks = async (
  tx: Queryable,
  renewal: { deliveryId: number; reportId: number; contact: string; delegateId: number | null },
): Promise<void> => {
  await tx.execute(
    `with ended as (
       update report_links l set revoked_at = now(), revocation = 'renewed'
         from deliveries d
        where d.report_id = $2 and lower(d.contact) = lower($3) and d.id < $1
          and d.delegate_id is not distinct from $4 and l.delivery_id = d.id
          and l.revoked_at is null and l.expires_at > now()
       returning d.id as delivery_id, l.id as link_id
     ), sessions as (
       delete from link_sessions where link_id in (select link_id from ended)
     )
     insert into delivery_events (delivery_id, kind) select distinct delivery_id, 'renewed' from ended`,
    [renewal.deliveryId, renewal.reportId, renewal.contact, renewal.delegateId],
  )
}
