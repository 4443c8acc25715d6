import {
  CONSENT_CHANNELS,
  CONSENT_WORDING_VERSION,
  DEFAULT_LANGUAGE,
  LANGUAGE_NAMES,
  type PatientDelivery,
  type PatientDeliveryChanges,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientPorts } from '../patient-ports.ts'
import { lockPatientRecord } from './lock-patient.ts'
import type { PatientService } from '../directory/patients.service.ts'
import { findConsents, findLanguage, insertConsent, saveLanguage } from './contact-consent.repository.ts'

const readContactConsent = async (db: Queryable, patientId: number): Promise<PatientDelivery> => {
  const language = (await findLanguage(db, patientId)) ?? DEFAULT_LANGUAGE
  const recorded = await findConsents(db, patientId)
  return {
    language,
    consents: CONSENT_CHANNELS.map((channel) => {
      const consent = recorded.find((one) => one.channel === channel)
      return {
        channel,
        isGiven: consent?.isGiven ?? false,
        recorded: consent
          ? {
              at: consent.recordedAt,
              by: { fullName: consent.recordedBy },
              wordingVersion: consent.wordingVersion,
            }
          : null,
      }
    }),
  }
}

/** A merged id refers to the surviving patient. */
export const createContactConsentService = ({
  database,
  patients,
  cancelQueued,
}: Pick<Context, 'database'> & Pick<PatientPorts, 'cancelQueued'> & { patients: PatientService }) => ({
  async get(caller: Caller, idInPath: number): Promise<PatientDelivery> {
    const { id } = await patients.find(caller, idInPath)
    return readContactConsent(database, id)
  },

  async update(
    caller: Caller,
    idInPath: number,
    { language, consents }: PatientDeliveryChanges,
  ): Promise<PatientDelivery> {
    const { id } = await patients.find(caller, idInPath)
    return database.transaction(async (tx) => {
      await lockPatientRecord(tx, caller, id)
      const before = await readContactConsent(tx, id)
      const changes: string[] = []
      if (language !== undefined && language !== before.language) {
        await saveLanguage(tx, id, language)
        changes.push(`language ${LANGUAGE_NAMES[language]}`)
      }
      for (const { channel, isGiven } of before.consents) {
        const wanted = consents[channel] ?? isGiven
        if (wanted === isGiven) continue
        const by = caller.user.id
        await insertConsent(tx, {
          patientId: id,
          channel,
          isGiven: wanted,
          wordingVersion: CONSENT_WORDING_VERSION,
          recordedBy: by,
        })
        if (isGiven) await cancelQueued(tx, { patientId: id, channel, by })
        changes.push(`consent to ${channel} ${isGiven ? 'withdrawn' : 'given'}`)
      }
      if (changes.length === 0) return before
      await recordActivity(tx, caller, {
        action: 'patient.delivery',
        object: { type: 'patient', id },
        summary: `Changed how patient ZL-${id} is reached: ${changes.join(', ')}`,
      })
      return readContactConsent(tx, id)
    })
  },
})
export type ContactConsentService = ReturnType<typeof createContactConsentService>
