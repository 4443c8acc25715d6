import { z } from 'zod'
import type { Queryable } from '../../../platform/database/database.ts'
import type { LockedConnection } from './connections.repository.ts'

const queuedRow = z.object({ queued: z.int(), next: z.int().nullable() })

/**
 * Queues the latest change of each report, among the newest changes before a sequence, instead of what waits for it.
 * @returns `next` to go on before, or null at the end
 */
export const queueLatestChanges = (
  tx: Queryable,
  { id, labId, referrerId, includesSensitive }: LockedConnection,
  { since, before, most }: { since: string; before: number; most: number },
): Promise<{ queued: number; next: number | null }> =>
  tx.one(
    queuedRow,
    `with scanned as materialized (
       select c.* from report_changes c where c.lab_id = $2 and c.sequence < $6
        order by c.sequence desc limit $7
     ), latest as materialized (
       select c.sequence, c.report_id from scanned c
        where c.at >= $5::timestamptz
          and not exists (select from report_changes n where n.report_id = c.report_id and n.sequence > c.sequence)
          and (exists (select from integration_reports a where a.integration_id = $1 and a.report_id = c.report_id)
               or (c.state = 'current' and ($3::bigint is null or c.referrer_id = $3) and ($4 or not c.is_sensitive)))
     ), superseded as (
       update integration_sendings s set state = 'superseded', changed_at = now()
         from latest l
        where s.integration_id = $1 and s.report_id = l.report_id and s.state in ('waiting', 'refused')
          and not s.is_sending
     ), queued as (
       insert into integration_sendings (integration_id, change_sequence, report_id)
       select $1, l.sequence, l.report_id from latest l order by l.sequence returning 1
     )
     select (select count(*) from queued) as queued,
            (select case when count(*) = $7 and min(at) >= $5::timestamptz then min(sequence) end from scanned) as next`,
    [id, labId, referrerId, includesSensitive, since, before, most],
  )

/** At the end of a connection. A withdrawal that its receiver did not accept stays listed with its report. */
export const supersedeWaiting = async (tx: Queryable, integrationId: number): Promise<void> => {
  await tx.execute(
    `update integration_sendings s
        set state = case when s.is_urgent and exists (
                           select from integration_reports a
                            where a.integration_id = $1 and a.report_id = s.report_id and a.is_current)
                         then 'refused' else 'superseded' end,
            changed_at = now()
      where s.integration_id = $1 and s.state in ('waiting', 'refused')`,
    [integrationId],
  )
}
