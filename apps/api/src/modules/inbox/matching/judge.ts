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
  /** The patient of a green item, and the best candidate of an amber one. */
  patientId: number | null
}

/** A list that was cut off may lack the value of another person. */
const isComplete = ({ hints, codes }: ItemIdentity) =>
  [hints.names, hints.birthDates, hints.emrIds, hints.patientIds, codes].every(
    (values) => values.length < MAX_OF_EACH,
  )

/** An EMR ID that cannot be compared, because the record has none, neither agrees nor differs. */
const isEveryIdKnown = ({ hints }: ItemIdentity, { emrId }: Candidate) =>
  emrId !== null || hints.emrIds.length === 0

/**
 * Whether an item is this patient's without a doubt. Never guesses: a number that only this patient has, the name and the
 * date of birth must agree, nothing may differ, and nothing may be unread.
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
