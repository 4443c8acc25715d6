import {
  CONSENT_CHANNELS,
  CONSENT_WORDING_VERSION,
  DEFAULT_LANGUAGE,
  type ConsentChannel,
  type PatientDeliveryChoice,
} from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { findConsents, findLanguage, insertConsent, saveLanguage } from './contact-consent.repository.ts'

/** The newest decision of patient `p` counts. */
export const consentTo = (channel: ConsentChannel): string => `coalesce(
  (select c.is_given from patient_consents c
    where c.patient_id = p.id and c.channel = '${channel}' order by c.id desc limit 1), false)`

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
      recordedBy: by,
    })
}

export const readDeliveryChoice = async (
  db: Queryable,
  patientId: number,
): Promise<PatientDeliveryChoice> => {
  const language = (await findLanguage(db, patientId)) ?? DEFAULT_LANGUAGE
  const recorded = await findConsents(db, patientId)
  const isGiven = (channel: string) => recorded.some((one) => one.channel === channel && one.isGiven)
  return {
    language,
    consents: { email: isGiven('email'), sms: isGiven('sms'), whatsapp: isGiven('whatsapp') },
  }
}

/** Needs the patient's lock. */
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
        recordedBy: by,
      })
}

export const withoutChange = (
  current: PatientDeliveryChoice,
  { before, after }: { before: PatientDeliveryChoice; after: PatientDeliveryChoice },
): PatientDeliveryChoice => {
  const earlierOf = (channel: ConsentChannel) =>
    (current.consents[channel] === after.consents[channel] ? before : current).consents[channel]
  return {
    language: (current.language === after.language ? before : current).language,
    consents: { email: earlierOf('email'), sms: earlierOf('sms'), whatsapp: earlierOf('whatsapp') },
  }
}
