import type { Delivery, DeliveryEvent } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { deliveryEvents, users } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DELIVERY_COLUMNS, DELIVERY_JOINS, deliveryRow, toDelivery } from './lists/delivery-row.ts'

/** Limits the listed messages, and the events of each. */
const DELIVERIES_SHOWN = 50
const DELIVERY_EVENTS_SHOWN = 20

export const findDelivery = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<Delivery | undefined> => {
  const row = await db.maybeOne(
    deliveryRow,
    (parameters) => `select ${DELIVERY_COLUMNS} from deliveries d ${DELIVERY_JOINS}
      where d.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
  )
  return row && toDelivery(row)
}

export const findDeliveriesOfReport = async (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<Delivery[]> => {
  const rows = await db.query(
    deliveryRow,
    (parameters) => `select ${DELIVERY_COLUMNS} from deliveries d ${DELIVERY_JOINS}
      where d.report_id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}
      order by d.id desc limit ${DELIVERIES_SHOWN}`,
  )
  return rows.map(toDelivery)
}

const eventRow = z.object({
  ...pick(deliveryEvents, 'id deliveryId kind detail'),
  byName: from('u.full_name', users.fullName.nullable()),
  at: deliveryEvents.at,
})

export const findDeliveryEvents = async (
  db: Queryable,
  deliveryIds: number[],
): Promise<Map<number, DeliveryEvent[]>> => {
  const rows = await db.query(
    eventRow,
    `select ${columnsOf(eventRow, 'e')}
       from unnest($1::bigint[]) as wanted (id)
       cross join lateral (
         select * from delivery_events n where n.delivery_id = wanted.id
          order by n.id desc limit ${DELIVERY_EVENTS_SHOWN}
       ) e
       left join users u on u.id = e.by_user
      order by e.id desc`,
    [deliveryIds],
  )
  const events = new Map<number, DeliveryEvent[]>()
  for (const { deliveryId, byName, ...event } of rows) {
    const shown = { ...event, by: byName === null ? null : { fullName: byName } }
    events.set(deliveryId, [...(events.get(deliveryId) ?? []), shown])
  }
  return events
}

const sentInErrorRow = z.object({
  recipients: z.int(),
  confirmedBy: from('u.full_name', users.fullName.nullable()),
})

/** Also returns the user who confirmed the message. */
export const findSentInError = (
  db: Queryable,
  reportId: number,
): Promise<{ recipients: number; confirmedBy: string | null } | undefined> =>
  db.maybeOne(
    sentInErrorRow,
    `select ${columnsOf(sentInErrorRow, 's')}
       from report_announcements a
       left join users u on u.id = a.confirmed_by
       cross join lateral (
         select count(distinct lower(d.contact)) as recipients from deliveries d
          where d.report_id = a.report_id and d.channel in ('email', 'sms') and d.purpose not in ('sent-in-error', 'contact-lab')
            and d.state in ('sending', 'sent', 'unconfirmed')
       ) s
      where a.report_id = $1 and a.kind = 'sent-in-error' and s.recipients > 0
      order by a.id desc limit 1`,
    [reportId],
  )
