import type { Queryable } from '../../../platform/database/database.ts'
import { LINK_RENEWALS } from './link-limits.ts'

/** Locks a report, so that requests for a new link at the same moment are counted. Amendments wait for it. */
export const lockReportForRenewal = async (tx: Queryable, reportId: number): Promise<void> => {
  await tx.execute('select 1 from reports where id = $1 for no key update', [reportId])
}

/** Whether as many new links to a report were requested for one recipient as allowed, within minutes or a day. */
export const hasRecentRenewal = (
  tx: Queryable,
  { reportId, delegateId }: { reportId: number; delegateId: number | null },
): Promise<boolean> =>
  tx.exists(
    `select 1 from deliveries
      where report_id = $1 and purpose = 'renewal' and requested_by is null and created_at > now() - interval '1 day'
        and delegate_id is not distinct from $4
     having count(*) >= $2 or max(created_at) > now() - make_interval(mins => $3)`,
    [reportId, LINK_RENEWALS.perDay, LINK_RENEWALS.everyMinutes, delegateId],
  )
