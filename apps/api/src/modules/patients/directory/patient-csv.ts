import { PATIENT_ID_PREFIX, type PatientRow } from '@zelab/contract'
import type { CsvCell } from '../../../core/csv-line.ts'

export const PATIENT_HEADINGS = [
  'Patient ID',
  'Full Name',
  'EMR ID',
  'Email',
  'Phone',
  'Date of Birth',
  'Gender',
  'Address',
  'City',
  'Registration Type',
  'Profile',
  'Lab',
  'Registered By',
  'Registered At',
  'Updated At',
  'National ID',
]

export const patientCells = (patient: PatientRow): CsvCell[] => [
  `${PATIENT_ID_PREFIX}${patient.id}`,
  patient.fullName,
  patient.emrId,
  patient.email,
  patient.phone.number,
  patient.dateOfBirth,
  patient.gender,
  patient.contactDetails.address.line1,
  patient.contactDetails.address.city,
  patient.registrationType,
  patient.profileCompleted ? 'Complete' : 'Incomplete',
  patient.registeredByUser?.lab?.name ?? null,
  patient.registeredByUser?.fullName ?? null,
  patient.createdAt,
  patient.updatedAt,
  patient.nationalId,
]
