import { CRITICAL_COUNT_LIMIT, SEND_CHANNELS } from '@zelab/contract'
import { z } from 'zod'
import { criticalResults, inboxItems, labCriticalSettings, unreleasedReports } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { ContactTier, EscalationContact } from './escalation-contacts.ts'

export const ESCALATED = {
  result: { table: 'critical_results', notices: 'critical_result_id' },
  item: { table: 'inbox_items', notices: 'inbox_item_id' },
} as const
/** A critical result, or an unopened critical item of the inbox. */
export interface EscalatedId {
  kind: keyof typeof ESCALATED
  id: number
}
const kind = z.enum(['result', 'item'])

const resultRow = z.object({
  kind: from("'result'", kind),
  ...pick(criticalResults, 'id reportId unreleasedId'),
  patientId: from(
    '(select u.patient_id from unreleased_reports u where u.id = c.unreleased_id)',
    unreleasedReports.patientId.nullable(),
  ),
  labId: criticalResults.labId,
})
export type Escalated = RowOf<typeof resultRow>

const itemRow = z.object({
  kind: from("'item'", kind),
  id: inboxItems.id,
  reportId: from('null::bigint', criticalResults.reportId),
  unreleasedId: from('null::bigint', criticalResults.unreleasedId),
  patientId: from('null::bigint', unreleasedReports.patientId.nullable()),
  labId: inboxItems.labId,
})

const clock = pick(criticalResults, 'flaggedAt targetMinutes escalations')
const dueResultRow = resultRow.extend(clock)
const dueItemRow = itemRow.extend({
  ...clock,
  flaggedAt: from('coalesce(i.critical_since, i.received_at)', criticalResults.flaggedAt),
  targetMinutes: from('s.target_minutes', labCriticalSettings.targetMinutes),
})

const idsOf = (all: readonly EscalatedId[], wanted: EscalatedId['kind']) =>
  all.filter((one) => one.kind === wanted).map(({ id }) => id)

/** Skips rows locked by another process or a user, and those of a restore that an Admin has to confirm. */
export const lockNextEscalation = async (
  tx: Queryable,
  now: Date,
  except: readonly EscalatedId[],
): Promise<RowOf<typeof dueResultRow> | undefined> =>
  (await tx.maybeOne(
    dueResultRow,
    `select ${columnsOf(dueResultRow, 'c')} from critical_results c
      where c.closed_at is null and c.restored_at is null and c.next_escalation_at <= $1 and c.id <> all($2)
      order by c.next_escalation_at limit 1 for update skip locked`,
    [now.toISOString(), idsOf(except, 'result')],
  )) ??
  (await tx.maybeOne(
    dueItemRow,
    `select ${columnsOf(dueItemRow, 'i')}
       from lab_critical_settings s join inbox_items i on i.lab_id = s.lab_id
      where s.is_on and i.critical_since is not null and i.escalation_held_at is null
        and i.next_escalation_at <= $1 and i.id <> all($2)
      limit 1 for update of i skip locked`,
    [now.toISOString(), idsOf(except, 'item')],
  ))

/** Serializes the outcomes of its notices. */
export const lockEscalated = (tx: Queryable, { kind: which, id }: EscalatedId): Promise<Escalated> =>
  which === 'result'
    ? tx.one(
        resultRow,
        `select ${columnsOf(resultRow, 'c')} from critical_results c where c.id = $1 for update`,
        [id],
      )
    : tx.one(itemRow, `select ${columnsOf(itemRow, 'i')} from inbox_items i where i.id = $1 for update`, [id])

export const updateEscalation = async (
  tx: Queryable,
  { kind: which, id }: EscalatedId,
  { step, nextAt }: { step: number; nextAt: Date | undefined },
): Promise<void> => {
  await tx.execute(
    `update ${ESCALATED[which].table} set escalations = $2, next_escalation_at = $3 where id = $1`,
    [id, step, nextAt?.toISOString() ?? null],
  )
}

const TIERS: [ContactTier, ...ContactTier[]] = ['half', 'target', 'doctor', 'admin']
const contactRow = z.object({ id: z.int(), tier: z.enum(TIERS), channels: z.array(z.enum(SEND_CHANNELS)) })

/** Users who can sign in, be reached by a channel, open the report or item, and act; Admins see every lab. */
export const findEscalationContacts = (
  tx: Queryable,
  { kind: which, id, labId }: EscalatedId & { labId: number },
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
          and (r.user_type_id = 2 or r.user_type_id = 3 and ($5 or exists (
            select 1 from critical_results c
              left join unreleased_reports a on a.id = c.unreleased_id and c.report_id is null
              left join lab_release_settings s on s.lab_id = c.lab_id
             where c.id = $1 and (a.id is null or s.technicians_release or r.id = any (a.author_ids)))))
     )
     select a.id, c.step as tier, a.channels from able a
       join lab_critical_contacts c on c.user_id = a.id and c.lab_id = $2
     union all select a.id, 'doctor', a.channels from able a where a.user_type_id = 2
     union all select r.id, 'admin', r.channels from reachable r where r.user_type_id = 1`,
    [id, labId, has.mail, has.sms, which === 'item'],
  )

/** Steps since the last one with an accepted message. */
export const countSilentSteps = async (tx: Queryable, { kind: which, id }: EscalatedId): Promise<number> => {
  const { notices } = ESCALATED[which]
  return tx.countRows(
    `select count(distinct step) from critical_notices
      where ${notices} = $1
        and step > coalesce((select max(step) from critical_notices
                              where ${notices} = $1 and state = 'accepted'), 0)`,
    [id],
  )
}

const stateRow = z.object({ open: z.int(), late: z.int(), undelivered: z.int() })

const isUndelivered = (alias: string, { held, notices }: { held: string; notices: string }) => `
  (case when ${alias}.${held} is not null then ${alias}.next_escalation_at <= now()
        else ${alias}.escalations > 0 and not exists (
          select 1 from critical_notices n
           where n.${notices} = ${alias}.id and n.step = ${alias}.escalations
             and (n.state = 'accepted' or n.created_at > now() - interval '2 minutes')) end)`

/**
 * Counts the first due results. Undelivered, with items of the inbox: the last step told no one, or an Admin has yet to
 * confirm a restore.
 */
export const readCriticalState = (tx: Queryable): Promise<RowOf<typeof stateRow>> =>
  tx.one(
    stateRow,
    `select count(*) as open, count(*) filter (where c.due_at <= now()) as late,
            count(*) filter (where ${isUndelivered('c', { held: 'restored_at', notices: 'critical_result_id' })})
              + (select count(*) from (
                   select 1 from lab_critical_settings s join inbox_items i on i.lab_id = s.lab_id
                    where s.is_on and i.critical_since is not null
                      and ${isUndelivered('i', { held: 'escalation_held_at', notices: 'inbox_item_id' })}
                    limit ${CRITICAL_COUNT_LIMIT}) i) as undelivered
       from (select * from critical_results where closed_at is null
              order by due_at limit ${CRITICAL_COUNT_LIMIT}) c`,
  )
