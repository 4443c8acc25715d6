import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { countRow } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

const usersAndLabsRow = z.object({ totalUsers: z.int(), totalLabs: z.int() })

/** Small tables, counted each time. Patients are not staff users (AMB-35). */
export const countUsersAndLabs = (db: Queryable): Promise<{ totalUsers: number; totalLabs: number }> =>
  db.one(
    usersAndLabsRow,
    `select (select count(*) from users where user_type_id <> 5)::bigint as "totalUsers",
            (select count(*) from labs)::bigint as "totalLabs"`,
    [],
    { name: 'count-users-and-labs' },
  )

export const countPatientsOfWeek = async (
  scope: LabScope,
  db: Queryable,
  timeZone: string,
): Promise<number> => {
  const parameters = new SqlParameters()
  const zone = `${parameters.add(timeZone)}::text`
  const { count } = await db.one(
    countRow,
    `select count(*) as count from patients p
      where p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}
        and p.created_at >= date_trunc('week', now() at time zone ${zone}) at time zone ${zone}`,
    parameters.values,
  )
  return count
}
