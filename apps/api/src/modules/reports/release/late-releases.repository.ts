import { RELEASE_LATE_MINUTES } from '@zelab/contract'
import { z } from 'zod'
import { labReleaseSettings, labs, users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/** @param at the parameter with the current time */
const hasLate = (lab: string, at: string): string => `exists (
  select 1 from unreleased_reports u
   where u.lab_id = ${lab} and u.state in ('awaiting', 'returned')
     and u.awaiting_since <= ${at}::timestamptz - interval '${RELEASE_LATE_MINUTES} minutes')`

/** Releasers of the lab of settings `s`. */
const MAY_RELEASE = `u.lab_id = s.lab_id and u.deactivated_at is null and not u.is_invited
  and (u.user_type_id = 2 or u.user_type_id = 3 and s.technicians_release)`

const labRow = z.object({ labId: labReleaseSettings.labId })

/** Stores the alert of a lab with two-person release, late reports and no recent alert. */
export const claimLateLab = async (tx: Queryable, now: Date): Promise<number | undefined> => {
  const row = await tx.maybeOne(
    labRow,
    `update lab_release_settings s set late_told_at = $1
      where s.lab_id = (
        select s.lab_id from lab_release_settings s
         where s.two_persons <> 'none' and ${hasLate('s.lab_id', '$1')}
           and (s.late_told_at is null or s.late_told_at <= $1::timestamptz - interval '${RELEASE_LATE_MINUTES} minutes')
         order by s.lab_id limit 1 for no key update of s skip locked)
      returning ${columnsOf(labRow, 's')}`,
    [now.toISOString()],
  )
  return row?.labId
}

const MOST_TOLD = 50

/** Releasers of the late reports; authors only when there is no other. */
export const findLateContacts = (tx: Queryable, labId: number, now: Date): Promise<number[]> =>
  tx.findIds(
    `with releasers as (
       select u.id, exists (
                select 1 from unreleased_reports l
                 where l.lab_id = s.lab_id and l.state in ('awaiting', 'returned')
                   and l.awaiting_since <= $2::timestamptz - interval '${RELEASE_LATE_MINUTES} minutes'
                   and not u.id = any (l.author_ids)) as is_other
         from lab_release_settings s join users u on ${MAY_RELEASE}
        where s.lab_id = $1
     )
     select id from releasers
      where is_other or not exists (select 1 from releasers where is_other)
      order by id limit ${MOST_TOLD}`,
    [labId, now.toISOString()],
  )

const noticeRow = z.object({
  labName: from('l.name', labs.name),
  fullName: from('u.full_name', users.fullName),
  email: from('u.email', users.email),
})
export type LateNotice = RowOf<typeof noticeRow>

/** Undefined when no report is late anymore, or the user may no longer release. */
export const findLateNotice = (
  db: Queryable,
  { labId, userId, now }: { labId: number; userId: number; now: Date },
): Promise<LateNotice | undefined> =>
  db.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 's')}
       from lab_release_settings s
       join labs l on l.id = s.lab_id
       join users u on u.id = $2 and ${MAY_RELEASE}
      where s.lab_id = $1 and s.two_persons <> 'none' and ${hasLate('s.lab_id', '$3')}`,
    [labId, userId, now.toISOString()],
  )

/** Undefined when the report was corrected meanwhile, or the user is not an author. */
export const findReturnedNotice = (
  db: Queryable,
  { unreleasedId, revision, userId }: { unreleasedId: number; revision: number; userId: number },
): Promise<LateNotice | undefined> =>
  db.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'n')}
       from unreleased_reports n
       join labs l on l.id = n.lab_id
       join users u on u.id = any (n.author_ids) and u.lab_id = n.lab_id and u.deactivated_at is null and not u.is_invited
      where n.id = $1 and n.revision = $2 and n.state = 'returned' and u.id = $3`,
    [unreleasedId, revision, userId],
  )

const lateRow = z.object({ late: z.int(), oldestSeconds: z.number() })

/** All labs: late reports, up to 1,000, and the age of the oldest that awaits release or was sent back. */
export const readLateReleases = (db: Queryable): Promise<RowOf<typeof lateRow>> =>
  db.one(
    lateRow,
    `select (select count(*) from (
               select 1 from unreleased_reports u
                where u.state in ('awaiting', 'returned') and u.awaiting_since < now() - interval '${RELEASE_LATE_MINUTES} minutes'
                limit 1000) n) as late,
            coalesce(extract(epoch from now() - (
              select min(u.awaiting_since) from unreleased_reports u where u.state in ('awaiting', 'returned'))), 0)::float8 as "oldestSeconds"`,
  )
