import type { ConsentChannel } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'

/** Cancels the waiting messages of a locked patient after consent to their channel was withdrawn. */
export const cancelQueuedWithoutConsent = async (
  tx: Queryable,
  { patientId, channel, by }: { patientId: number; channel: ConsentChannel; by: number },
): Promise<void> => {
  await tx.execute(
    `with canceled as (
       update deliveries d set state = 'canceled', failure = 'no-consent', due_at = null
         from reports r
        where r.patient_id = $1 and d.report_id = r.id and d.channel = $2 and d.state = 'queued'
          and d.delegate_id is null
          and d.purpose <> 'sent-in-error'
       returning d.id
     )
     insert into delivery_events (delivery_id, kind, detail, by_user)
       select id, 'canceled', 'no-consent', $3 from canceled`,
    [patientId, channel, by],
  )
}
