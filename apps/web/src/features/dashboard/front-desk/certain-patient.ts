import type { FoundPatient } from '@zelab/contract'
import { formatPatientId } from '../../../lib/format.ts'

/**
 * Whom Enter means without a choice: the only one found, or the one whose id was typed or scanned whole. Among several
 * of one name or one phone number the user chooses, and a similar name is only a guess.
 */
export const certainPatient = (
  patients: readonly FoundPatient[],
  typed: string,
): FoundPatient | undefined => {
  const sure = patients.filter(({ isSimilar }) => !isSimilar)
  if (sure.length === 1) return sure[0]
  return ofId(sure, typed)
}

const ofId = (patients: readonly FoundPatient[], typed: string): FoundPatient | undefined => {
  const id = typed.toUpperCase()
  const ofSystem = patients.find((patient) =>
    [patient.id, patient.formerId].some((one) => one !== undefined && formatPatientId(one) === id),
  )
  if (ofSystem) return ofSystem
  const withEmrId = patients.filter(({ emrId }) => emrId?.toUpperCase() === id)
  return withEmrId.length === 1 ? withEmrId[0] : undefined
}
