import type { PatientRow, ProposedPatient } from '@zelab/contract'
import type { StripPatient } from '../../../entities/patient/patient-strip.tsx'

/** Whom the file is published for. */
export interface ChosenPatient extends StripPatient {
  emrId: string | null
  /** Found by the search; undefined for one of the proposed patients. */
  row?: PatientRow | undefined
}

export const ofCandidate = ({
  id,
  fullName,
  gender,
  dateOfBirth,
  emrId,
}: ProposedPatient): ChosenPatient => ({
  id,
  fullName,
  gender,
  dateOfBirth,
  emrId,
})

export const ofRow = (row: PatientRow): ChosenPatient => ({
  id: row.id,
  fullName: row.fullName,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth,
  emrId: row.emrId,
  row,
})
