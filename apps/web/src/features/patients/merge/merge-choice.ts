import type { MergePatients, MergePreview, PatientField } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { fieldsThatDiffer, valuesOf } from '../patient-fields.ts'
import * as texts from '../texts.tsx'

export type Candidate = MergePreview['survivor']
/** The record whose value was picked for a field. */
export type Picks = Partial<Record<PatientField | 'delivery', number>>

/** The record that gives a field: the picked one, else the surviving one unless it has nothing there. */
export const giverOf = (field: PatientField, survivor: Candidate, merged: Candidate, picks: Picks): number =>
  picks[field] ?? (valuesOf(survivor)[field] === null ? merged.id : survivor.id)

/** What the server is asked to do. */
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

/** Language and consents in words. */
export const deliveryText = ({ delivery: { language, consents } }: Candidate): string => {
  const channels = CONSENT_CHANNELS.filter((channel) => consents[channel]).map((one) => texts.CONSENTS[one])
  return [LANGUAGE_NAMES[language], channels.join(', ') || texts.noConsent].join(' · ')
}

/** All the reports that a record has. */
export const reportsText = ({ reportCount, withdrawnCount }: Candidate): string =>
  texts.reportsWithWithdrawn(reportCount + withdrawnCount, withdrawnCount)

/** Those that a merge moves, in words; undefined for none. */
export const movedText = (merged: Candidate): string | undefined =>
  merged.reportCount + merged.withdrawnCount > 0 ? reportsText(merged) : undefined
