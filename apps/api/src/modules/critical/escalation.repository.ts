import { CRITICAL_COUNT_LIMIT, SEND_CHANNELS } from '@zelab/contract'
import { z } from 'zod'
import { criticalResults, unreleasedReports } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { countRow, type RowOf } from '../../platform/database/row-schema.ts'
import type { ContactTier, EscalationContact } from './escalation-contacts.ts'

const escalatedRow = z.object({
  id: criticalResults.id,
  reportId: criticalResults.reportId,
  unreleasedId: criticalResults.unreleasedId,
  patientId: from(
    '(select u.patient_id from unreleased_reports u where u.id = c.unreleased_id)',
    unreleasedReports.patientId.nullable(),
  ),
  labId: criticalResults.labId,
})
export type EscalatedResult = RowOf<typeof escalatedRow>

const dueRow = escalatedRow.extend({
  flaggedAt: criticalResults.flaggedAt,
  targetMinutes: criticalResults.targetMinutes,
  escalations: criticalResults.escalations,
})

/** Skips results that another process escalates or a user closes, and those of a backup that an Admin has to confirm. */
export const lockNextEscalation = (
  tx: Queryable,
  now: Date,
  except: readonly number[],
): Promise<RowOf<typeof dueRow> | undefined> =>
  tx.maybeOne(
    dueRow,
    `select ${columnsOf(dueRow, 'c')} from critical_results c
      where c.closed_at is null and c.restored_at is null and c.next_escalation_at <= $1 and c.id <> all($2)
      order by c.next_escalation_at limit 1 for update skip locked`,
    [now.toISOString(), except],
  )

/** Serializes the outcomes of a result's notices. */
export const lockEscalated = (tx: Queryable, id: number): Promise<EscalatedResult> =>
  tx.one(
    escalatedRow,
    `select ${columnsOf(escalatedRow, 'c')} from critical_results c where c.id = $1 for update`,
    [id],
  )

export const updateEscalation = async (
  tx: Queryable,
  id: number,
  { step, nextAt }: { step: number; nextAt: Date | undefined },
): Promise<void> => {
  await tx.execute('update critical_results set escalations = $2, next_escalation_at = $3 where id = $1', [
    id,
    step,
    nextAt?.toISOString() ?? null,
  ])
}

const TIERS: [ContactTier, ...ContactTier[]] = ['half', 'target', 'doctor', 'admin']
const contactRow = z.object({ id: z.int(), tier: z.enum(TIERS), channels: z.array(z.enum(SEND_CHANNELS)) })

/** Those who can sign in, be reached by a channel, open the report and record a call; Admins see the lab. */
export const findEscalationContacts = (
  tx: Queryable,
  { id, labId }: { id: number; labId: number },
  has: { mail: boolean; sms: boolean },
): Promise<EscalationContact[]> =>
  tx.query(
    contactRow,
    `with reachable as (
       select u.id, u.lab_id, u.user_type_id, k.channels from users u
        cross join lateral (
          select array_remove(array[case when $3 and u.email <> '' then 'email' end,
                                    case when $4 and u.phone <> '' then 'sms' end], null) as channels) k
        where (u.lab_id = $2 or u.user_type_id = 1) and u.deactivated_at is null and not u.is_invited
          and cardinality(k.channels) > 0
     ), able as (
       select r.id, r.user_type_id, r.channels from reachable r
        where r.lab_id = $2
          and (r.user_type_id = 2 or r.user_type_id = 3 and exists (
            select 1 from critical_results c
              left join unreleased_reports a on a.id = c.unreleased_id and c.report_id is null
              left join lab_release_settings s on s.lab_id = c.lab_id
             where c.id = $1 and (a.id is null or s.technicians_release or r.id = any (a.author_ids))))
     )
     select a.id, c.step as tier, a.channels from able a
       join lab_critical_contacts c on c.user_id = a.id and c.lab_id = $2
     union all select a.id, 'doctor', a.channels from able a where a.user_type_id = 2
     union all select r.id, 'admin', r.channels from reachable r where r.user_type_id = 1`,
    [id, labId, has.mail, has.sms],
  )

/** Steps since the last one of which a message was accepted. */
export const countSilentSteps = async (tx: Queryable, id: number): Promise<number> =>
  (
    await tx.one(
      countRow,
      `select count(distinct step) from critical_notices
        where critical_result_id = $1
          and step > coalesce((select max(step) from critical_notices
                                where critical_result_id = $1 and state = 'accepted'), 0)`,
      [id],
    )
  ).count

const stateRow = z.object({ open: z.int(), late: z.int(), undelivered: z.int() })

/** Counts the first due results. Undelivered: the last step told no one, or an Admin has yet to confirm a restore. */
export const readCriticalState = (tx: Queryable): Promise<RowOf<typeof stateRow>> =>
  tx.one(
    stateRow,
    `select count(*) as open, count(*) filter (where c.due_at <= now()) as late,
            count(*) filter (where case when c.restored_at is not null then c.next_escalation_at <= now()
              else c.escalations > 0 and not exists (
                select 1 from critical_notices n
                 where n.critical_result_id = c.id and n.step = c.escalations
                   and (n.state = 'accepted' or n.created_at > now() - interval '2 minutes')) end) as undelivered
       from (select * from critical_results where closed_at is null
              order by due_at limit ${CRITICAL_COUNT_LIMIT}) c`,
  )
