import type { InboxMatch } from '@zelab/contract'
import {
  agrees,
  haveNumber,
  namesNoOther,
  type Candidate,
} from '../../reports/patient-match/identity-candidates.ts'
import { MAX_OF_EACH, type ItemIdentity } from './identity.ts'

export interface Verdict {
  match: InboxMatch
  /** The patient of a green item, or the best candidate of an amber one. */
  patientId: number | null
}

/** A truncated list may lack the value of another person. */
const isComplete = ({ hints, codes }: ItemIdentity) =>
  [hints.names, hints.birthDates, hints.emrIds, hints.patientIds, codes].every(
    (values) => values.length < MAX_OF_EACH,
  )

/** A patient record without an EMR ID cannot be compared. */
const isEveryIdKnown = ({ hints }: ItemIdentity, { emrId }: Candidate) =>
  emrId !== null || hints.emrIds.length === 0

/**
 * Green requires a number unique to the patient, a matching name and date of birth, no difference, and a completely
 * read file.
 * @param isReadWhole whether every page was read
 */
export const judge = (
  identity: ItemIdentity,
  candidates: readonly Candidate[],
  isReadWhole: boolean,
): Verdict => {
  const [best] = candidates
  if (!best) return { match: 'red', patientId: null }
  const [only, ...others] = haveNumber(candidates)
  const isGreen =
    only !== undefined &&
    others.length === 0 &&
    agrees(only, 'name') &&
    agrees(only, 'dateOfBirth') &&
    namesNoOther(identity.hints, only) &&
    isEveryIdKnown(identity, only) &&
    isComplete(identity) &&
    (isReadWhole || identity.isStated)
  return isGreen ? { match: 'green', patientId: only.id } : { match: 'amber', patientId: best.id }
}
