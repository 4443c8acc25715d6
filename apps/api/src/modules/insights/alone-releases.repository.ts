import { REVIEW_HOURS, type AloneReleases } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { endOfDay, labCondition, startOfDay } from '../../core/conditions.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Period } from './insight-period.ts'

const aloneRow = z.object({
  isUsed: z.boolean(),
  released: from('count(*)', z.int()),
  reviewedInTime: from(
    `count(*) filter (where u.reviewed_at <= u.released_at + interval '${REVIEW_HOURS} hours')`,
    z.int(),
  ),
  notReviewed: from('count(*) filter (where u.reviewed_at is null)', z.int()),
})

/** Releases of a period by an author who was alone on duty, and their reviews. */
export const findAloneReleases = (
  scope: LabScope,
  db: Queryable,
  { from: first, to }: Period,
  timeZone: string,
): Promise<AloneReleases> =>
  db.one(
    aloneRow,
    (parameters) => `select ${columnsOf(aloneRow, '', {
      isUsed: `exists (select 1 from lab_release_settings s
                        where s.two_persons <> 'none' and ${labCondition(scope, parameters, 's.lab_id')})`,
    })}
       from unreleased_reports u
      where u.alone_reason is not null and ${labCondition(scope, parameters, 'u.lab_id')}
        and u.released_at >= ${startOfDay(first, timeZone, parameters)}
        and u.released_at < ${endOfDay(to, timeZone, parameters)}`,
  )
