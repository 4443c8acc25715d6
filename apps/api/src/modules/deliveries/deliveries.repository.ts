import type { DeliveryChannel, DeliveryEventKind, DeliveryPurpose, Language } from '@zelab/contract'
import { MESSAGE_VERSION } from '@zelab/contract'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow } from '../../platform/database/row-schema.ts'

export interface NewDelivery {
  reportId: number
  labId: number
  /** The report's version when the message was requested. */
  reportVersion: number
  channel: DeliveryChannel
  purpose: DeliveryPurpose
  /** Null when the link is handed over in person. */
  contact: string | null
  /** The guardian or delegate who receives it; null for the patient. */
  delegateId: number | null
  language: Language
  /** Null for automatic messages. */
  requestedBy: number | null
  /** `handed-over` needs nothing more; a queued message is due at once unless `dueAt` says otherwise. */
  state: 'queued' | 'handed-over'
  /** An instant, ISO 8601. */
  dueAt?: string
}

export const insertDelivery = async (tx: Queryable, delivery: NewDelivery): Promise<number> => {
  const { id } = await tx.one(
    idRow,
    `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                             requested_by, delegate_id, state, due_at, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $10,
             case when $10 = 'queued' then coalesce($12::timestamptz, now()) end,
             case when $10 = 'handed-over' then now() end)
     returning id`,
    [
      delivery.reportId,
      delivery.labId,
      delivery.reportVersion,
      delivery.channel,
      delivery.purpose,
      delivery.contact,
      delivery.language,
      MESSAGE_VERSION,
      delivery.requestedBy,
      delivery.state,
      delivery.delegateId,
      delivery.dueAt ?? null,
    ],
  )
  return id
}

/** @param by the user; null for the patient and for the service itself */
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

/** Stores the link of a message. @param endsAt an instant, ISO 8601 */
export const insertLink = async (
  tx: Queryable,
  link: { deliveryId: number; tokenHash: Buffer; endsAt: string },
): Promise<number> => {
  const { id } = await tx.one(
    idRow,
    'insert into report_links (delivery_id, token_hash, expires_at) values ($1, $2, $3) returning id',
    [link.deliveryId, link.tokenHash, link.endsAt],
  )
  return id
}
