import {
  DELEGATE_RELATIONS,
  DELIVERY_CHANNELS,
  DELIVERY_FAILURES,
  DELIVERY_HOLDS,
  LINK_REVOCATIONS,
  type Delivery,
} from '@zelab/contract'
import { z } from 'zod'
import {
  deliveries,
  patientDelegates,
  patients,
  reportLinks,
  reports,
  users,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { callColumns, latestCall, toCall } from '../calls/report-calls.repository.ts'

/** About the delivery `d`: by a call `c` to its recipient since. */
export const CALLED_SINCE =
  'c.delegate_id is not distinct from d.delegate_id and c.recorded_at >= d.created_at'

export const deliveryRow = z.object({
  id: deliveries.id,
  reportId: from('r.id', reports.id),
  reportTitle: from('r.title', reports.title),
  currentVersion: from('r.version', reports.version),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  patientPhone: from('p.phone', patients.phone),
  delegateId: from('g.id', deliveries.delegateId),
  delegateName: from('g.full_name', patientDelegates.fullName.nullable()),
  delegatePhone: from('g.phone', patientDelegates.phone),
  delegateRelation: from('g.relation', z.enum(DELEGATE_RELATIONS).nullable()),
  channel: z.enum(DELIVERY_CHANNELS),
  ...pick(deliveries, 'purpose contact language state'),
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  hold: z.enum(DELIVERY_HOLDS).nullable(),
  reportVersion: deliveries.reportVersion,
  requesterName: from('u.full_name', users.fullName.nullable()),
  ...pick(deliveries, 'createdAt sentAt deliveredAt'),
  linkEndsAt: from('l.expires_at', reportLinks.expiresAt.nullable()),
  linkRevokedAt: from('l.revoked_at', reportLinks.revokedAt),
  linkRevocation: from('l.revocation', z.enum(LINK_REVOCATIONS).nullable()),
  firstOpenedAt: from('l.first_opened_at', reportLinks.firstOpenedAt),
  lastOpenedAt: from('l.last_opened_at', reportLinks.lastOpenedAt),
  openedVersion: from('l.opened_version', reportLinks.openedVersion),
  ...callColumns,
})

export const DELIVERY_COLUMNS = columnsOf(deliveryRow, 'd')

// A retried message has several links. The patient may have opened any of them.
export const DELIVERY_JOINS = `
  join reports r on r.id = d.report_id
  join patients p on p.id = r.patient_id
  left join users u on u.id = d.requested_by
  left join patient_delegates g on g.id = d.delegate_id
  left join lateral (
    select n.expires_at, n.revoked_at, n.revocation, min(n.first_opened_at) over () as first_opened_at,
           max(n.last_opened_at) over () as last_opened_at, max(n.opened_version) over () as opened_version
      from report_links n where n.delivery_id = d.id order by n.id desc limit 1
  ) l on true ${latestCall(CALLED_SINCE)}`

export const toDelivery = (row: RowOf<typeof deliveryRow>): Delivery => ({
  id: row.id,
  report: { id: row.reportId, title: row.reportTitle, version: row.currentVersion },
  patient: { id: row.patientId, fullName: row.patientName, phone: row.patientPhone },
  delegate:
    row.delegateId === null || row.delegateName === null || row.delegateRelation === null
      ? null
      : {
          id: row.delegateId,
          fullName: row.delegateName,
          relation: row.delegateRelation,
          phone: row.delegatePhone,
        },
  channel: row.channel,
  purpose: row.purpose,
  contact: row.contact,
  language: row.language,
  state: row.state,
  failure: row.failure,
  hold: row.hold,
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
  call: toCall(row),
})
