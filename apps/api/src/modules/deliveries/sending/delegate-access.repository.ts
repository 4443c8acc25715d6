import type { Queryable } from '../../../platform/database/database.ts'

/** Cancels the waiting messages of delegates whose access ended, and ends their live links with the sessions. */
export const endDeliveriesOfDelegates = async (
  tx: Queryable,
  { delegateIds, by }: { delegateIds: readonly number[]; by: number | null },
): Promise<void> => {
  await tx.execute(
    `with canceled as (
       update deliveries set state = 'canceled', failure = 'access-ended', due_at = null
        where delegate_id = any($1) and state = 'queued'
          -- A correction goes to the contact that received the error.
          and purpose <> 'sent-in-error'
       returning id
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select id, 'canceled', 'access-ended', $2 from canceled`,
    [delegateIds, by],
  )
  await tx.execute(
    `with ended as (
       update report_links l set revoked_at = now(), revocation = 'access-ended'
         from deliveries d
        where d.delegate_id = any($1) and l.delivery_id = d.id and l.revoked_at is null and l.expires_at > now()
       returning l.id, l.delivery_id
     ), sessions as (
       delete from link_sessions where link_id in (select id from ended)
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select distinct delivery_id, 'revoked', 'access-ended', $2::bigint from ended`,
    [delegateIds, by],
  )
}
