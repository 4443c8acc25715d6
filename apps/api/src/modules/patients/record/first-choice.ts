import { CONSENT_CHANNELS, CONSENT_WORDING_VERSION, type PatientDeliveryChoice } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { insertConsent, saveLanguage } from './contact-consent.repository.ts'

/** Records the language and the consents that a patient gave at the registration. */
export const insertFirstChoice = async (
  tx: Queryable,
  { patientId, by, language, consents }: PatientDeliveryChoice & { patientId: number; by: number },
): Promise<void> => {
  await saveLanguage(tx, patientId, language)
  for (const channel of CONSENT_CHANNELS.filter((one) => consents[one]))
    await insertConsent(tx, {
      patientId,
      channel,
      isGiven: true,
      wordingVersion: CONSENT_WORDING_VERSION,
      by,
    })
}
