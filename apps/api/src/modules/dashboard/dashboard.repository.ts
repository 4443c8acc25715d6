import { LAB_PROBLEMS, RELEASE_LATE_MINUTES, type LabProblem } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { labs } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
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
  return db.countRows(
    `select count(*) as count from patients p
      where p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}
        and p.created_at >= date_trunc('week', now() at time zone ${zone}) at time zone ${zone}`,
    parameters.values,
  )
}

const labProblemRow = z.object({
  id: labs.id,
  labName: labs.name,
  problem: z.enum(LAB_PROBLEMS),
  count: z.int(),
  receiverName: z.string().nullable(),
})

/** Late work, failing sources and receivers by lab. @param limit rows read of each kind, and labs returned */
export const findLabProblems = (
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<
  { id: number; labName: string; problem: LabProblem; count: number; receiverName: string | null }[]
> =>
  db.query(labProblemRow, (parameters) => {
    const at = `${parameters.add(now.toISOString())}::timestamptz`
    const some = parameters.add(limit)
    return `select l.id, l.name as "labName", f.problem, count(*) as count, min(f.receiver_name) as "receiverName"
       from ((select c.lab_id, 'critical' as problem, null::text as receiver_name from critical_results c
               where c.closed_at is null and c.due_at <= ${at} order by c.due_at, c.id limit ${some})
             union all
             (select u.lab_id, 'release', null from unreleased_reports u
               where u.state in ('awaiting', 'returned')
                 and u.awaiting_since < ${at} - interval '${RELEASE_LATE_MINUTES} minutes'
               order by u.awaiting_since limit ${some})
             union all
             (select v.lab_id, 'visit', null from visits v
               where v.is_awaited and coalesce(v.promised_at, v.target_at) < ${at}
                 and exists (select 1 from lab_visit_settings s where s.lab_id = v.lab_id and s.is_on)
               order by coalesce(v.promised_at, v.target_at), v.id limit ${some})
             union all
             (select s.lab_id, 'source', null from inbox_sources s
               where s.problem is not null and s.is_on and s.removed_at is null order by s.id limit ${some})
             union all
             (select i.lab_id, 'receiver', i.name from integrations i
               where i.kind <> 'client' and i.state = 'active'
                 and (i.failing_since is not null
                      or exists (select 1 from integration_sendings s
                                  where s.integration_id = i.id and s.state = 'refused' and s.is_urgent))
               order by i.failing_since, i.id limit ${some})) f
       join labs l on l.id = f.lab_id
      group by l.id, f.problem
      order by array_position(array['critical', 'source', 'receiver', 'release', 'visit'], f.problem), count(*) desc, l.id
      limit ${some}`
  })
