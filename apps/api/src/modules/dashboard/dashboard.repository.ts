import type { Dashboard } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

/** Tables small enough to be counted each time. */
type FewCounters = Pick<Dashboard, 'newPatientsThisWeek' | 'totalUsers' | 'totalLabs'>

const countersRow = z.object({ totalUsers: z.int(), totalLabs: z.int(), newPatientsThisWeek: z.int() })

/** Counters in scope; a week begins on Monday in the configured time zone (AMB-85). */
export const countFew = (scope: LabScope, db: Queryable, timeZone: string): Promise<FewCounters> => {
  const parameters = new SqlParameters()
  const zone = `${parameters.add(timeZone)}::text`
  const weekStart = `date_trunc('week', now() at time zone ${zone}) at time zone ${zone}`
  // Only the Admin sees the numbers of users and labs (AMB-34); patients are not staff users (AMB-35).
  const forAdmin = (count: string) => (scope.everyLab ? `(${count})` : '0')
  return db.one(
    countersRow,
    `select ${forAdmin('select count(*) from users where user_type_id <> 5')}::bigint as "totalUsers",
            ${forAdmin('select count(*) from labs')}::bigint as "totalLabs",
            (select count(*) from patients p
              where p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}
                and p.created_at >= ${weekStart}) as "newPatientsThisWeek"`,
    parameters.values,
    { name: scope.everyLab ? 'dashboard-counters-anywhere' : 'dashboard-counters' },
  )
}
