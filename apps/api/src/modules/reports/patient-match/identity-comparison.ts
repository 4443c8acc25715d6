import { PATIENT_ID_PREFIX, type FileWarning, type IdentityComparison } from '@zelab/contract'
import type { IdentityHints } from '../../inspection/inspection.ts'
import { isSameName } from './name-comparison.ts'

export interface PatientIdentity {
  id: number
  fullName: string
  dateOfBirth: string
  emrId: string | null
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
export const dayText = (date: string) => DAY.format(new Date(`${date}T00:00:00Z`))

export const birthDateText = ({
  written,
  dates: [only = '', ...others],
}: IdentityHints['birthDates'][number]) => (others.length === 0 ? dayText(only) : written)

/** "EMR-0012" and "12" are equal. */
export const bareEmrId = (id: string): string =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(EMR|MRN)(?=.*\d)/, '')
    .replace(/^0+(?=\d)/, '')

const compareBirthDates = ({ birthDates }: IdentityHints, { dateOfBirth }: PatientIdentity) =>
  birthDates.map((birthDate) => ({
    field: 'dateOfBirth' as const,
    inFile: birthDateText(birthDate),
    onRecord: dayText(dateOfBirth),
    agrees: birthDate.dates.includes(dateOfBirth),
  }))

const compareIds = (hints: IdentityHints, { id: ownId, emrId }: PatientIdentity) => [
  ...(emrId === null ? [] : hints.emrIds).map((id) => ({
    field: 'emrId' as const,
    inFile: id,
    onRecord: emrId ?? '',
    // Some files print this product's number without its prefix.
    agrees: id === String(ownId) || bareEmrId(id) === bareEmrId(emrId ?? ''),
  })),
  ...hints.patientIds.map((id) => ({
    field: 'patientId' as const,
    inFile: `${PATIENT_ID_PREFIX}${id}`,
    onRecord: `${PATIENT_ID_PREFIX}${ownId}`,
    agrees: id === ownId,
  })),
]

/** A file may also name its doctor, so one matching name suffices. */
const compareNames = ({ names }: IdentityHints, { fullName }: PatientIdentity) => {
  const same = names.find((name) => isSameName(name, fullName))
  const inFile = same ?? names[0]
  if (inFile === undefined) return []
  return [{ field: 'name' as const, inFile, onRecord: fullName, agrees: same !== undefined }]
}

export const compareIdentity = (hints: IdentityHints, patient: PatientIdentity): IdentityComparison[] => [
  ...compareBirthDates(hints, patient),
  ...compareIds(hints, patient),
  ...compareNames(hints, patient),
]

const MESSAGES: Record<IdentityComparison['field'], (inFile: string, onRecord: string) => string> = {
  dateOfBirth: (inFile, onRecord) =>
    `The file names the date of birth ${inFile}, but this patient was born on ${onRecord}.`,
  emrId: (inFile, onRecord) => `The file names the EMR ID ${inFile}, but this patient has ${onRecord}.`,
  patientId: (inFile, onRecord) =>
    `The file names the patient ID ${inFile}, but this patient is ${onRecord}.`,
  name: (inFile, onRecord) => `The file names ${inFile}, but this patient is ${onRecord}.`,
}

export const identityWarnings = (comparison: readonly IdentityComparison[]): FileWarning[] =>
  comparison
    .filter(({ agrees }) => !agrees)
    .map(({ field, inFile, onRecord }) => ({
      kind: field === 'patientId' ? 'emrId' : field,
      message: MESSAGES[field](inFile, onRecord),
    }))
