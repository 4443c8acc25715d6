import { DELIVERY_HOLDS, type DeliveryHold } from '@zelab/contract'
import { z } from 'zod'
import { isSuspended } from '../../../core/conditions.ts'
import { deliveries } from '../../../core/tables.gen.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/**
 * Why a report is held from its patient, guardians and delegates; null when it is not. A critical one waits for its
 * call, or for a Doctor’s permission for this version, and never for payment. A suspended one waits for its correction.
 * @param report alias of `reports`
 */
export const holdOf = (report: string): string => `(
  case when ${isSuspended(report)} then 'suspended'
  when exists (
    select 1 from critical_results hc
     where hc.report_id = ${report}.id and hc.closed_at is null
       and (hc.message_allowed_at is null or hc.message_version is distinct from ${report}.version
            or hc.message_sha256 is distinct from hc.sha256)) then 'critical'
  else (
    select 'unpaid' from visits hv
      join lab_visit_settings hs on hs.lab_id = hv.lab_id and hs.is_on and hs.holds_unpaid
     where hv.id = ${report}.visit_id and hv.payment = 'due'
       and not exists (select 1 from critical_results hc
                        where hc.report_id = ${report}.id and hc.closing is distinct from 'mistaken')) end)`

const holdRow = z.object({ hold: z.enum(DELIVERY_HOLDS).nullable() })

export const findHold = async (db: Queryable, reportId: number): Promise<DeliveryHold | null> =>
  (await db.one(holdRow, `select ${holdOf('r')} as hold from reports r where r.id = $1`, [reportId])).hold

export const markHeld = async (tx: Queryable, id: number, hold: DeliveryHold): Promise<void> => {
  await tx.execute(`update deliveries set state = 'held', hold = $2, due_at = null where id = $1`, [id, hold])
}

/** The next held messages, by id. */
export const findHeld = (
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  db.findIds(
    `select id from deliveries where state = 'held' and hold <> 'restored' and id > $1 order by id limit $2`,
    [after, limit],
  )

const endedRow = z.object({ id: deliveries.id, labId: deliveries.labId, isFree: z.boolean() })

/**
 * Those of the messages whose hold ended or has another reason. Withdrawn reports are included, so that their messages
 * are canceled.
 */
export const lockEndedHolds = (tx: Queryable, ids: readonly number[]): Promise<RowOf<typeof endedRow>[]> =>
  tx.query(
    endedRow,
    `select ${columnsOf(endedRow, 'd', { isFree: 'r.withdrawn_at is null and h.hold is null' })}
       from deliveries d join reports r on r.id = d.report_id
      cross join lateral (select ${holdOf('r')} as hold) h
      where d.id = any($1) and d.state = 'held' and d.hold <> 'restored' and (r.withdrawn_at is not null or h.hold is distinct from d.hold)
      order by d.id for no key update of d skip locked`,
    [ids],
  )

/** At the given time, or at once. */
export const queueHeld = async (
  tx: Queryable,
  ids: readonly number[],
  dueAt: string | undefined,
): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'queued', hold = null, due_at = coalesce($2::timestamptz, now()) where id = any($1)`,
    [ids, dueAt ?? null],
  )
}

/** Serializes the notices of a visit's reports. */
export const lockVisitOfReport = async (tx: Queryable, reportId: number): Promise<void> => {
  await tx.execute(
    'select 1 from visits v join reports r on r.visit_id = v.id where r.id = $1 for no key update of v',
    [reportId],
  )
}

/** True if the contact was asked to contact the lab for this report or another one of its visit. */
export const hasNotice = (
  tx: Queryable,
  { reportId, contact }: { reportId: number; contact: string | null },
): Promise<boolean> =>
  tx.exists(
    `select 1 from reports r
       join reports o on o.visit_id = r.visit_id
       join deliveries d on d.report_id = o.id
      where r.id = $1 and d.purpose = 'contact-lab' and lower(d.contact) = lower($2) and d.state <> 'canceled'`,
    [reportId, contact],
  )

const labRow = z.object({ labId: deliveries.labId })

export const findLabsWithRestored = async (tx: Queryable): Promise<number[]> => {
  const rows = await tx.query(
    labRow,
    'select distinct lab_id as "labId" from deliveries where hold = \'restored\' order by lab_id',
  )
  return rows.map(({ labId }) => labId)
}

export const queueRestored = async (
  tx: Queryable,
  labId: number,
  dueAt: string | undefined,
): Promise<void> => {
  await tx.execute(
    `update deliveries set state = 'queued', hold = null, due_at = coalesce($2::timestamptz, now())
      where hold = 'restored' and lab_id = $1`,
    [labId, dueAt ?? null],
  )
}

export const cancelRestored = async (tx: Queryable): Promise<void> => {
  await tx.execute(
    `with canceled as (
       update deliveries set state = 'canceled', hold = null where hold = 'restored' returning id)
     insert into delivery_events (delivery_id, kind, detail) select id, 'canceled', 'restored' from canceled`,
  )
}

export const releaseAnnouncements = async (tx: Queryable): Promise<void> => {
  await tx.execute('update report_announcements set held_at = null where held_at is not null')
}

export const dropAnnouncements = async (tx: Queryable): Promise<void> => {
  await tx.execute(
    'update report_announcements set announced_at = now(), held_at = null where held_at is not null',
  )
}
