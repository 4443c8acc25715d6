import type { MergePatients, MergePreview, PatientField } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { fieldsThatDiffer, valuesOf } from '../patient-fields.ts'
import * as texts from '../texts.tsx'

export type Candidate = MergePreview['survivor']
/** Id of the record whose value was selected, by field. */
export type Picks = Partial<Record<PatientField | 'delivery', number>>

/** The selected record, otherwise the surviving one if it has a value. */
export const giverOf = (field: PatientField, survivor: Candidate, merged: Candidate, picks: Picks): number =>
  picks[field] ?? (valuesOf(survivor)[field] === null ? merged.id : survivor.id)

export const mergeOf = (
  survivor: Candidate,
  merged: Candidate,
  picks: Picks,
  reason: string,
): MergePatients => ({
  survivorId: survivor.id,
  mergedId: merged.id,
  choices: Object.fromEntries(
    fieldsThatDiffer(valuesOf(survivor), valuesOf(merged))
      .filter((field) => giverOf(field, survivor, merged, picks) === merged.id)
      .map((field) => [field, 'merged'] as const),
  ),
  delivery: picks.delivery === merged.id ? 'merged' : 'survivor',
  seen: { survivor: survivor.updatedAt, merged: merged.updatedAt },
  reason,
})

export const deliveryText = ({ delivery: { language, consents } }: Candidate): string => {
  const channels = CONSENT_CHANNELS.filter((channel) => consents[channel]).map((one) => texts.CONSENTS[one])
  return [LANGUAGE_NAMES[language], channels.join(', ') || texts.noConsent].join(' · ')
}

export const reportsText = ({ reportCount, withdrawnCount }: Candidate): string =>
  texts.reportsWithWithdrawn(reportCount + withdrawnCount, withdrawnCount)

export const movedText = (merged: Candidate): string | undefined =>
  merged.reportCount + merged.withdrawnCount > 0 ? reportsText(merged) : undefined
