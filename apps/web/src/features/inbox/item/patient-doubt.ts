import type { OpenedInboxItem, ProposalComparison } from '@zelab/contract'

/** Why a patient needs a confirmation before publishing. */
export type PatientDoubt =
  | { kind: 'differs'; comparison: readonly ProposalComparison[] }
  | { kind: 'not-proposed' }

/** A shared or changed phone number proves nothing. */
const isIdentifying = ({ field }: ProposalComparison) => field !== 'phone'

const namesSomeone = ({ named }: OpenedInboxItem): boolean =>
  named.names.length > 0 || named.datesOfBirth.length > 0 || named.ids.length > 0

/** True if the file contradicts the selected patient. */
export const doubtOf = (item: OpenedInboxItem, patientId: number): PatientDoubt | undefined => {
  const candidate = item.candidates.find(({ id }) => id === patientId)
  if (!candidate) return namesSomeone(item) ? { kind: 'not-proposed' } : undefined
  const { comparison } = candidate
  const isContradicted = comparison.some((row) => isIdentifying(row) && !row.agrees)
  return isContradicted ? { kind: 'differs', comparison } : undefined
}
