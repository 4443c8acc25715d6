import { DELIVERY_CHANNELS, LANGUAGES, type DeliveryChannel, type Language } from '@zelab/contract'
import { z } from 'zod'
import { deliveries, reportAnnouncements } from '../../../core/tables.gen.ts'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const announcementRow = z.object(pick(reportAnnouncements, 'id reportId kind'))
export type Announcement = RowOf<typeof announcementRow>

export const lockNextAnnouncement = (
  tx: Queryable,
  except: readonly number[],
): Promise<Announcement | undefined> =>
  tx.maybeOne(
    announcementRow,
    `select ${columnsOf(announcementRow)} from report_announcements
      where announced_at is null and held_at is null and not needs_confirmation and id <> all($1)
      order by id limit 1 for no key update skip locked`,
    [except],
  )

export const markAnnounced = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute('update report_announcements set announced_at = now() where id = $1', [id])
}

const recipientRow = z.object({
  channel: z.enum(DELIVERY_CHANNELS),
  ...pick(deliveries, 'contact delegateId'),
  language: z.enum(LANGUAGES),
  isWaiting: z.boolean(),
  hasRead: z.boolean(),
})

export interface EarlierRecipient {
  channel: DeliveryChannel
  contact: string | null
  /** Null for the patient. */
  delegateId: number | null
  language: Language
  isWaiting: boolean
  /** Opened the link, or has the report on paper. */
  hasRead: boolean
}

/** One per channel and contact, emails and SMS first. */
export const findRecipients = (db: Queryable, reportId: number): Promise<EarlierRecipient[]> =>
  db.query(
    recipientRow,
    `select ${columnsOf(recipientRow, 'd', {
      contact: '(array_agg(d.contact order by d.id desc))[1]',
      language: '(array_agg(d.language order by d.id desc))[1]',
      isWaiting: "bool_and(d.state in ('queued', 'held'))",
      hasRead: `bool_or(d.channel = 'paper' or exists (
              select 1 from report_links l where l.delivery_id = d.id and l.first_opened_at is not null))`,
    })}
       from deliveries d
      where d.report_id = $1 and d.purpose not in ('sent-in-error', 'contact-lab')
        and d.state in ('queued', 'held', 'sending', 'sent', 'unconfirmed', 'handed-over')
      group by d.channel, lower(d.contact), d.delegate_id
      order by d.channel not in ('email', 'sms'), d.channel, lower(d.contact), d.delegate_id`,
    [reportId],
  )

const quietEndRow = z.object({ until: z.iso.datetime().nullable() })

export const findQuietEnd = async (
  db: Queryable,
  { labId, now, timeZone }: { labId: number; now: Date; timeZone: string },
): Promise<string | undefined> => {
  const row = await db.maybeOne(
    quietEndRow,
    `select case when case when s.quiet_from_hour < s.quiet_until_hour
                           then t.hour >= s.quiet_from_hour and t.hour < s.quiet_until_hour
                           else s.quiet_from_hour > s.quiet_until_hour
                                and (t.hour >= s.quiet_from_hour or t.hour < s.quiet_until_hour) end
                 then (t.day + make_interval(days => case when t.hour < s.quiet_until_hour then 0 else 1 end,
                                             hours => s.quiet_until_hour)) at time zone $3 end as until
       from lab_delivery_settings s
       cross join lateral (
         select date_trunc('day', $2::timestamptz at time zone $3) as day,
                extract(hour from $2::timestamptz at time zone $3)::integer as hour
       ) t
      where s.lab_id = $1`,
    [labId, now.toISOString(), timeZone],
  )
  return row?.until ?? undefined
}
