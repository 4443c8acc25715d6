import { z } from 'zod'
import { integrations, labs, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const FIRST_DAYS = 30
const LAST_DAYS = 7

const DUE_DAYS = `case when key_expires_at <= $1::timestamptz + interval '${LAST_DAYS} days' then ${LAST_DAYS} else ${FIRST_DAYS} end`

const dueRow = z.object({
  ...pick(integrations, 'id labId name'),
  days: from(DUE_DAYS, z.int()),
})

/** Stores that Admins are told of a key. One for fewer days is not announced when it is made. */
export const claimDueKey = (tx: Queryable, now: Date): Promise<RowOf<typeof dueRow> | undefined> =>
  tx.maybeOne(
    dueRow,
    `update integrations set key_reminded_days = ${DUE_DAYS}
      where id = (
        select id from integrations
         where key_expires_at > $1::timestamptz and key_expires_at <= $1::timestamptz + interval '${FIRST_DAYS} days'
           and ((key_expires_at <= $1::timestamptz + interval '${LAST_DAYS} days' and key_days > ${LAST_DAYS}
                 and coalesce(key_reminded_days, ${FIRST_DAYS}) <> ${LAST_DAYS})
                or (key_expires_at > $1::timestamptz + interval '${LAST_DAYS} days' and key_days > ${FIRST_DAYS}
                    and key_reminded_days is null))
         order by key_expires_at limit 1 for no key update skip locked)
      returning ${columnsOf(dueRow)}`,
    [now.toISOString()],
  )

const noticeRow = z.object({
  ...pick(integrations, 'name labId'),
  labName: from('l.name', labs.name),
  daysLeft: from('ceil(extract(epoch from i.key_expires_at - $3::timestamptz) / 86400)::integer', z.int()),
  fullName: from('u.full_name', users.fullName),
  email: from('u.email', users.email),
})

/** Undefined if the key was renewed or ended meanwhile, or the user is no Admin any more. */
export const findKeyNotice = (
  db: Queryable,
  { id, userId, days, now }: { id: number; userId: number; days: number; now: Date },
): Promise<RowOf<typeof noticeRow> | undefined> =>
  db.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'i')}
       from integrations i
       join labs l on l.id = i.lab_id
       join users u on u.id = $2 and u.user_type_id = 1 and u.deactivated_at is null and not u.is_invited
      where i.id = $1 and i.key_expires_at > $3::timestamptz and i.key_reminded_days = $4`,
    [id, userId, now.toISOString(), days],
  )
