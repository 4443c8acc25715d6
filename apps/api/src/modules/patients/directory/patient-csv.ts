import { PATIENT_ID_PREFIX, type PatientRow } from '@zelab/contract'
import type { CsvColumns } from '../../../core/csv-line.ts'

export const PATIENT_COLUMNS: CsvColumns<PatientRow> = [
  ['Patient ID', ({ id }) => `${PATIENT_ID_PREFIX}${id}`],
  ['Full Name', ({ fullName }) => fullName],
  ['EMR ID', ({ emrId }) => emrId],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone.number],
  ['Date of Birth', ({ dateOfBirth }) => dateOfBirth],
  ['Gender', ({ gender }) => gender],
  ['Address', ({ contactDetails }) => contactDetails.address.line1],
  ['City', ({ contactDetails }) => contactDetails.address.city],
  ['Registration Type', ({ registrationType }) => registrationType],
  ['Profile', ({ profileCompleted }) => (profileCompleted ? 'Complete' : 'Incomplete')],
  ['Lab', ({ registeredByUser }) => registeredByUser?.lab?.name ?? null],
  ['Registered By', ({ registeredByUser }) => registeredByUser?.fullName ?? null],
  ['Registered At', ({ createdAt }) => createdAt],
  ['Updated At', ({ updatedAt }) => updatedAt],
  ['National ID', ({ nationalId }) => nationalId],
]
