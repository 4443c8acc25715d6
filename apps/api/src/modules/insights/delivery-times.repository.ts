import { DELIVERY_CHANNELS, DELIVERY_TIMES_LIMIT, type ChannelTimes } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Period } from './insight-period.ts'

const openedWithin = (interval: string) =>
  from(`count(*) filter (where o.after <= interval '${interval}')`, z.int())

const channelTimesRow = z.object({
  channel: z.enum(DELIVERY_CHANNELS),
  sent: from('count(*)', z.int()),
  opened: from('count(o.after)', z.int()),
  openedWithinHour: openedWithin('1 hour'),
  openedWithinDay: openedWithin('1 day'),
  openedWithinThreeDays: openedWithin('3 days'),
  medianSeconds: from(
    `percentile_disc(0.5) within group (order by extract(epoch from o.after)::bigint)
       filter (where o.after is not null)`,
    z.int().nullable(),
  ),
})

/** Reads the newest DELIVERY_TIMES_LIMIT messages with a link in the period. Most used channel first. */
export const findDeliveryTimes = (
  scope: LabScope,
  db: Queryable,
  { from: first, to }: Period,
  timeZone: string,
): Promise<ChannelTimes[]> =>
  db.query(channelTimesRow, (parameters) => {
    const zone = `${parameters.add(timeZone)}::text`
    return `select ${columnsOf(channelTimesRow, 'd')}
       from (select n.id, n.channel, n.sent_at from deliveries n
              where ${labCondition(scope, parameters, 'n.lab_id')}
                and n.sent_at >= ${parameters.add(first)}::date::timestamp at time zone ${zone}
                and n.sent_at < (${parameters.add(to)}::date + 1)::timestamp at time zone ${zone}
                and n.purpose in ('report', 'renewal', 'amended')
              order by n.sent_at desc limit ${DELIVERY_TIMES_LIMIT}) d
       left join lateral (
         select min(l.first_opened_at) - d.sent_at as after from report_links l where l.delivery_id = d.id
       ) o on true
      group by d.channel
      order by sent desc, d.channel`
  })
