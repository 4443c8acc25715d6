import {
  DELEGATE_RELATIONS,
  DELIVERY_CHANNELS,
  DELIVERY_FAILURES,
  LINK_REVOCATIONS,
  type Delivery,
} from '@zelab/contract'
import { z } from 'zod'
import { deliveries, patientDelegates, patients, reportLinks, reports, users } from '../../core/tables.gen.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

export const deliveryRow = z.object({
  id: deliveries.id,
  reportId: reports.id,
  reportTitle: reports.title,
  patientId: patients.id,
  patientName: patients.fullName,
  delegateId: deliveries.delegateId,
  delegateName: patientDelegates.fullName.nullable(),
  delegateRelation: z.enum(DELEGATE_RELATIONS).nullable(),
  channel: z.enum(DELIVERY_CHANNELS),
  purpose: deliveries.purpose,
  contact: deliveries.contact,
  language: deliveries.language,
  state: deliveries.state,
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  reportVersion: deliveries.reportVersion,
  requesterName: users.fullName.nullable(),
  createdAt: deliveries.createdAt,
  sentAt: deliveries.sentAt,
  deliveredAt: deliveries.deliveredAt,
  linkEndsAt: reportLinks.expiresAt.nullable(),
  linkRevokedAt: reportLinks.revokedAt,
  linkRevocation: z.enum(LINK_REVOCATIONS).nullable(),
  firstOpenedAt: reportLinks.firstOpenedAt,
  lastOpenedAt: reportLinks.lastOpenedAt,
  openedVersion: reportLinks.openedVersion,
})

/** Selects a delivery `d` with its report, patient, requester and newest link. */
export const DELIVERY_COLUMNS = `
  d.id, r.id as "reportId", r.title as "reportTitle", p.id as "patientId", p.full_name as "patientName",
  g.id as "delegateId", g.full_name as "delegateName", g.relation as "delegateRelation",
  d.channel, d.purpose, d.contact, d.language, d.state, d.failure, d.report_version as "reportVersion",
  u.full_name as "requesterName", d.created_at as "createdAt", d.sent_at as "sentAt", d.delivered_at as "deliveredAt",
  l.expires_at as "linkEndsAt", l.revoked_at as "linkRevokedAt", l.revocation as "linkRevocation",
  l.first_opened_at as "firstOpenedAt", l.last_opened_at as "lastOpenedAt", l.opened_version as "openedVersion"`

// A retried message has several links, and the patient may have opened any of them.
export const DELIVERY_JOINS = `
  join reports r on r.id = d.report_id
  join patients p on p.id = r.patient_id
  left join users u on u.id = d.requested_by
  left join patient_delegates g on g.id = d.delegate_id
  left join lateral (
    select n.expires_at, n.revoked_at, n.revocation, min(n.first_opened_at) over () as first_opened_at,
           max(n.last_opened_at) over () as last_opened_at, max(n.opened_version) over () as opened_version
      from report_links n where n.delivery_id = d.id order by n.id desc limit 1
  ) l on true`

export const toDelivery = (row: RowOf<typeof deliveryRow>): Delivery => ({
  id: row.id,
  report: { id: row.reportId, title: row.reportTitle },
  patient: { id: row.patientId, fullName: row.patientName },
  delegate:
    row.delegateId === null || row.delegateName === null || row.delegateRelation === null
      ? null
      : { id: row.delegateId, fullName: row.delegateName, relation: row.delegateRelation },
  channel: row.channel,
  purpose: row.purpose,
  contact: row.contact,
  language: row.language,
  state: row.state,
  failure: row.failure,
  reportVersion: row.reportVersion,
  requestedBy: row.requesterName === null ? null : { fullName: row.requesterName },
  createdAt: row.createdAt,
  sentAt: row.sentAt,
  deliveredAt: row.deliveredAt,
  link:
    row.linkEndsAt === null
      ? null
      : {
          endsAt: row.linkEndsAt,
          revokedAt: row.linkRevokedAt,
          revocation: row.linkRevocation,
          firstOpenedAt: row.firstOpenedAt,
          lastOpenedAt: row.lastOpenedAt,
          openedVersion: row.openedVersion,
        },
})
