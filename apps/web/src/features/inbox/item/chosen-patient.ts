import type { PatientRow, ProposedPatient } from '@zelab/contract'
import type { StripPatient } from '../../../entities/patient/patient-strip.tsx'

export interface ChosenPatient extends StripPatient {
  emrId: string | null
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
