import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { inReach, REACH_JOINS } from '../../../core/conditions.ts'
import { labs, users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const labRow = z.object({
  id: labs.id,
  name: labs.name,
  line1: from('l.address_line1', labs.addressLine1),
  city: labs.city,
  changedAt: from('l.updated_at', labs.updatedAt),
})

export const findLabOfReach = ({ labId }: Reach, db: Queryable): Promise<RowOf<typeof labRow> | undefined> =>
  db.maybeOne(labRow, `select ${columnsOf(labRow, 'l')} from labs l where l.id = $1`, [labId])

const personRow = z.object({
  id: users.id,
  fullName: users.fullName,
  changedAt: from('u.updated_at', users.updatedAt),
})

/** Published or released a version of a report in reach. */
export const findPractitioner = (
  reach: Reach,
  db: Queryable,
  userId: number,
): Promise<RowOf<typeof personRow> | undefined> => {
  const parameters = new SqlParameters()
  const user = parameters.add(userId)
  const condition = inReach(reach, parameters)
  return db.maybeOne(
    personRow,
    `select ${columnsOf(personRow, 'u')} from users u
      where u.id = ${user}
        and (exists (select 1 from report_versions w join reports r on r.id = w.report_id ${REACH_JOINS}
                      where w.published_by = ${user} and ${condition})
             or exists (select 1 from unreleased_reports n join report_versions w on w.release_id = n.id
                          join reports r on r.id = w.report_id ${REACH_JOINS}
                         where n.released_by = ${user} and ${condition}))`,
    parameters.values,
  )
}
