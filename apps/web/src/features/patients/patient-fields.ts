import type { PatientField, PatientRow } from '@zelab/contract'
import type { Gender } from '@zelab/contract/limits'
import { shownNationalId } from '@zelab/contract/fields/national-id'
import { formatPhone } from '../../lib/format-phone.ts'
import { ageInYears } from '../../lib/age.ts'
import { formatPlainDate, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts'
import * as texts from './texts.tsx'

const GENDERS = { MALE: texts.male, FEMALE: texts.female, OTHER: texts.other }

export const genderWord = (gender: Gender | null): string => (gender ? GENDERS[gender] : NOT_AVAILABLE)

/** Date of birth with age; "0 years" for infants. */
export const birthDateText = (dateOfBirth: string, today?: string): string =>
  texts.bornWithAge(formatPlainDate(dateOfBirth), ageInYears(dateOfBirth, today))

export const FIELD_LABELS: Record<PatientField, string> = {
  fullName: texts.fullName,
  emrId: texts.emrId,
  nationalId: texts.nationalId,
  phone: texts.phoneNumber,
  email: texts.email,
  dateOfBirth: texts.dateOfBirth,
  gender: texts.gender,
  line1: texts.streetAddress,
  city: texts.city,
  registrationType: texts.registrationType,
}

/** Labels of the fields without which a profile is incomplete (AMB-45). */
export const missingFieldsOf = ({ contactDetails: { address } }: PatientRow): string[] =>
  (['line1', 'city'] as const).filter((field) => !address[field]).map((field) => FIELD_LABELS[field])

export const FIELDS = Object.keys(FIELD_LABELS) as PatientField[]

export type FieldValues = Record<PatientField, string | null>

export const valuesOf = (patient: PatientRow): FieldValues => ({
  fullName: patient.fullName,
  emrId: patient.emrId,
  nationalId: patient.nationalId,
  phone: patient.phone.number,
  email: patient.email,
  dateOfBirth: patient.dateOfBirth,
  gender: patient.gender,
  line1: patient.contactDetails.address.line1,
  city: patient.contactDetails.address.city,
  registrationType: patient.registrationType,
})

export const fieldsThatDiffer = (one: FieldValues, other: FieldValues): PatientField[] =>
  FIELDS.filter((field) => (one[field] ?? '') !== (other[field] ?? ''))

export const fieldText = (field: PatientField, value: string | null): string => {
  if (field === 'dateOfBirth' && value) return formatPlainDate(value)
  if (field === 'gender') return genderWord(value as PatientRow['gender'])
  if (field === 'phone' && value) return formatPhone(value)
  if (field === 'nationalId' && value) return shownNationalId(value)
  return orNotAvailable(value)
}

const LEFT_TO_RIGHT: readonly PatientField[] = ['emrId', 'nationalId', 'phone', 'email']
/** Ids, numbers and addresses are left to right in every language. */
export const isLeftToRight = (field: PatientField): boolean => LEFT_TO_RIGHT.includes(field)
