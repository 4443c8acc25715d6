import { PATIENT_ID_PREFIX, type FileWarning } from '@zelab/contract'
import type { IdentityHints } from './inspection/inspection.ts'
import { isSameName } from './name-comparison.ts'

export interface PatientIdentity {
  id: number
  fullName: string
  dateOfBirth: string
  emrId: string | null
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayText = (date: string) => DAY.format(new Date(`${date}T00:00:00Z`))

/** A day that can be read in one way is written out; one that can be read in two stays as the file has it. */
const birthDateText = ({ written, dates: [only = '', ...others] }: IdentityHints['birthDates'][number]) =>
  others.length === 0 ? dayText(only) : written

const bareId = (id: string) =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(EMR|MRN)(?=.*\d)/, '')
    .replace(/^0+(?=\d)/, '')

const birthDateWarnings = ({ birthDates }: IdentityHints, { dateOfBirth }: PatientIdentity): FileWarning[] =>
  birthDates
    .filter(({ dates }) => !dates.includes(dateOfBirth))
    .map((birthDate) => ({
      kind: 'dateOfBirth',
      message: `The file names the date of birth ${birthDateText(birthDate)}, but this patient was born on ${dayText(dateOfBirth)}.`,
    }))

const idWarnings = (hints: IdentityHints, patient: PatientIdentity): FileWarning[] => {
  const { emrId } = patient
  const foreignEmrIds = emrId === null ? [] : hints.emrIds.filter((id) => bareId(id) !== bareId(emrId))
  return [
    ...foreignEmrIds
      // Some files print this product's number without its prefix.
      .filter((id) => id !== String(patient.id))
      .map((id) => `The file names the EMR ID ${id}, but this patient has ${emrId}.`),
    ...hints.patientIds
      .filter((id) => id !== patient.id)
      .map(
        (id) =>
          `The file names the patient ID ${PATIENT_ID_PREFIX}${id}, but this patient is ${PATIENT_ID_PREFIX}${patient.id}.`,
      ),
  ].map((message) => ({ kind: 'emrId', message }))
}

/** A file may name its doctor as well: one name that agrees is enough. */
const nameWarnings = ({ names }: IdentityHints, { fullName }: PatientIdentity): FileWarning[] => {
  const [first] = names
  if (first === undefined || names.some((name) => isSameName(name, fullName))) return []
  return [{ kind: 'name', message: `The file names ${first}, but this patient is ${fullName}.` }]
}

/** Every way in which whom the file names differs from this patient. */
export const identityWarnings = (hints: IdentityHints, patient: PatientIdentity): FileWarning[] => [
  ...birthDateWarnings(hints, patient),
  ...idWarnings(hints, patient),
  ...nameWarnings(hints, patient),
]
