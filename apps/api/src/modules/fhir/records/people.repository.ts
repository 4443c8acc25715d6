import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { inReach, REACH_JOINS } from '../../../core/conditions.ts'
import { labs, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { likeFolded } from '../../../platform/database/sql-parameters.ts'
import type { DateBound } from '../search/search-dates.ts'
import { dateCondition } from './date-conditions.repository.ts'

const labRow = z.object({
  ...pick(labs, 'id name'),
  line1: from('l.address_line1', labs.addressLine1),
  city: labs.city,
  changedAt: from('l.updated_at', labs.updatedAt),
})

export interface LabCriteria {
  names: string[][]
  lastUpdated: DateBound[]
  timeZone: string
}

/** The lab of a client, if it has the name. */
export const findLabOfReach = (
  { labId }: Reach,
  db: Queryable,
  { names, lastUpdated, timeZone }: LabCriteria = { names: [], lastUpdated: [], timeZone: 'UTC' },
): Promise<RowOf<typeof labRow> | undefined> =>
  db.maybeOne(labRow, (parameters) => {
    const conditions = [
      `l.id = ${parameters.add(labId)}`,
      ...names.map(
        (some) =>
          `(${some.map((text) => `fold_text(l.name) like ${likeFolded(text, parameters)} || '%'`).join(' or ')})`,
      ),
      ...lastUpdated.map((bound) => dateCondition('l.updated_at', bound, timeZone, parameters)),
    ]
    return `select ${columnsOf(labRow, 'l')} from labs l where ${conditions.join(' and ')}`
  })

const personRow = z.object({
  ...pick(users, 'id fullName'),
  changedAt: from('u.updated_at', users.updatedAt),
})

/** Published or released a version of a report in reach. */
export const findPractitioner = (
  reach: Reach,
  db: Queryable,
  userId: number,
): Promise<RowOf<typeof personRow> | undefined> =>
  db.maybeOne(personRow, (parameters) => {
    const user = parameters.add(userId)
    const condition = inReach(reach, parameters)
    return `select ${columnsOf(personRow, 'u')} from users u
      where u.id = ${user}
        and (exists (select 1 from report_versions w join reports r on r.id = w.report_id ${REACH_JOINS}
                      where w.published_by = ${user} and ${condition})
             or exists (select 1 from unreleased_reports n join report_versions w on w.release_id = n.id
                          join reports r on r.id = w.report_id ${REACH_JOINS}
                         where n.released_by = ${user} and ${condition}))`
  })
