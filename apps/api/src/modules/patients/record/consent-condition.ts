import type { ConsentChannel } from '@zelab/contract'

/** Whether patient `p` agrees to a channel: the newest decision counts. */
export const consentTo = (channel: ConsentChannel): string => `coalesce(
  (select c.is_given from patient_consents c
    where c.patient_id = p.id and c.channel = '${channel}' order by c.id desc limit 1), false)`
