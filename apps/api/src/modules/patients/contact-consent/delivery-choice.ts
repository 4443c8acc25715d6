import { CONSENT_CHANNELS, CONSENT_WORDING_VERSION, type PatientDeliveryChoice } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { findConsents, findLanguage, insertConsent, saveLanguage } from './contact-consent.repository.ts'

/** Language and consents as they are now. */
export const readDeliveryChoice = async (
  db: Queryable,
  patientId: number,
): Promise<PatientDeliveryChoice> => {
  const language = (await findLanguage(db, patientId)) ?? 'en'
  const recorded = await findConsents(db, patientId)
  const isGiven = (channel: string) => recorded.some((one) => one.channel === channel && one.isGiven)
  return {
    language,
    consents: { email: isGiven('email'), sms: isGiven('sms'), whatsapp: isGiven('whatsapp') },
  }
}

/** Records what differs from another choice; needs the patient's lock. */
export const recordDeliveryChoice = async (
  tx: Queryable,
  {
    patientId,
    by,
    from,
    to,
  }: { patientId: number; by: number; from: PatientDeliveryChoice; to: PatientDeliveryChoice },
): Promise<void> => {
  if (to.language !== from.language) await saveLanguage(tx, patientId, to.language)
  for (const channel of CONSENT_CHANNELS)
    if (to.consents[channel] !== from.consents[channel])
      await insertConsent(tx, {
        patientId,
        channel,
        isGiven: to.consents[channel],
        wordingVersion: CONSENT_WORDING_VERSION,
        by,
      })
}

/** Returns to `before` where `after` is still current. */
export const withoutChange = (
  current: PatientDeliveryChoice,
  { before, after }: { before: PatientDeliveryChoice; after: PatientDeliveryChoice },
): PatientDeliveryChoice => ({
  language: current.language === after.language ? before.language : current.language,
  consents: {
    email: current.consents.email === after.consents.email ? before.consents.email : current.consents.email,
    sms: current.consents.sms === after.consents.sms ? before.consents.sms : current.consents.sms,
    whatsapp:
      current.consents.whatsapp === after.consents.whatsapp
        ? before.consents.whatsapp
        : current.consents.whatsapp,
  },
})
