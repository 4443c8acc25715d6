import {
  type DeliveryChannel,
  type DeliveryEventKind,
  type DeliveryHold,
  type DeliveryPurpose,
  type Language,
  MESSAGE_VERSION,
  type ConsentChannel,
} from '@zelab/contract'
import { z } from 'zod'
import { deliveries } from '../../core/tables.gen.ts'
import { insertion, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

export interface NewDelivery {
  reportId: number
  labId: number
  reportVersion: number
  channel: DeliveryChannel
  purpose: DeliveryPurpose
  /** Null for a link handed over in person. */
  contact: string | null
  /** The guardian or delegate who receives it. Null for the patient. */
  delegateId: number | null
  language: Language
  /** Null for automatic messages. */
  requestedBy: number | null
  /** `handed-over` is final. A queued message is due now or at `dueAt`, a held one when its hold ends. */
  state: 'queued' | 'held' | 'handed-over'
  dueAt?: string | undefined
  hold?: DeliveryHold
}

const newDeliveryRow = z.object({
  ...pick(deliveries, 'reportId labId reportVersion channel purpose contact language templateVersion'),
  ...pick(deliveries, 'requestedBy delegateId state hold'),
})

export const insertDelivery = async (tx: Queryable, delivery: NewDelivery): Promise<number> => {
  const { state, dueAt = null } = delivery
  const parameters = new SqlParameters()
  const values = { ...delivery, templateVersion: MESSAGE_VERSION }
  const added = insertion(newDeliveryRow, values, parameters, {
    dueAt: state === 'queued' ? `coalesce(${parameters.add(dueAt)}::timestamptz, now())` : 'null',
    sentAt: state === 'handed-over' ? 'now()' : 'null',
  })
  return (await tx.one(idRow, `insert into deliveries ${added} returning id`, parameters.values)).id
}

/** @param by the user, or null for the patient and the service */
export const insertDeliveryEvent = async (
  tx: Queryable,
  deliveryId: number,
  event: { kind: DeliveryEventKind; detail?: string; by?: number | null },
): Promise<void> => {
  await tx.execute(
    'insert into delivery_events (delivery_id, kind, detail, by_user) values ($1, $2, $3, $4)',
    [deliveryId, event.kind, event.detail ?? null, event.by ?? null],
  )
}

/** @param endsAt an instant, ISO 8601 @param opensHold handed over by staff during this hold */
export const insertLink = async (
  tx: Queryable,
  link: { deliveryId: number; tokenHash: Buffer; endsAt: string; opensHold?: 'critical' | null },
): Promise<number> => {
  const { id } = await tx.one(
    idRow,
    'insert into report_links (delivery_id, token_hash, expires_at, opens_hold) values ($1, $2, $3, $4) returning id',
    [link.deliveryId, link.tokenHash, link.endsAt, link.opensHold ?? null],
  )
  return id
}

export const cancelQueuedWithoutConsent = async (
  tx: Queryable,
  { patientId, channel, by }: { patientId: number; channel: ConsentChannel; by: number },
): Promise<void> => {
  await tx.execute(
    `with canceled as (
       update deliveries d set state = 'canceled', failure = 'no-consent', due_at = null, hold = null
         from reports r
        where r.patient_id = $1 and d.report_id = r.id and d.channel = $2 and d.state in ('queued', 'held')
          and d.delegate_id is null
          and d.purpose <> 'sent-in-error'
       returning d.id
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select id, 'canceled', 'no-consent', $3 from canceled`,
    [patientId, channel, by],
  )
}

/** Also ends their live links and sessions. */
export const endDeliveriesOfDelegates = async (
  tx: Queryable,
  { delegateIds, by }: { delegateIds: readonly number[]; by: number | null },
): Promise<void> => {
  await tx.execute(
    `with canceled as (
       update deliveries set state = 'canceled', failure = 'access-ended', due_at = null, hold = null
        where delegate_id = any($1) and state in ('queued', 'held')
          -- A correction goes to the contact that received the error.
          and purpose <> 'sent-in-error'
       returning id
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select id, 'canceled', 'access-ended', $2 from canceled`,
    [delegateIds, by],
  )
  await tx.execute(
    `with ended as (
       update report_links l set revoked_at = now(), revocation = 'access-ended'
         from deliveries d
        where d.delegate_id = any($1) and l.delivery_id = d.id and l.revoked_at is null and l.expires_at > now()
       returning l.id, l.delivery_id
     ), sessions as (
       delete from link_sessions where link_id in (select id from ended)
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select distinct delivery_id, 'revoked', 'access-ended', $2::bigint from ended`,
    [delegateIds, by],
  )
}
