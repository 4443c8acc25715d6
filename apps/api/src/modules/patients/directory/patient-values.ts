import { PATIENT_FIELDS, type PatientChange, type PatientField, type RegisterPatient } from '@zelab/contract'
import { z } from 'zod'
import { patients } from '../../../core/tables.gen.ts'

/** The editable values of a record, by field. */
export type PatientValues = Record<PatientField, string | null>
export type FieldChange = PatientChange['changes'][number]

/** The column of each field. */
export const VALUE_COLUMNS = {
  fullName: 'full_name',
  emrId: 'emr_id',
  email: 'email',
  phone: 'phone',
  dateOfBirth: 'date_of_birth',
  gender: 'gender',
  line1: 'address_line1',
  city: 'city',
  registrationType: 'registration_type',
} as const satisfies Record<PatientField, string>

export const patientValuesRow = z.object({
  fullName: patients.fullName,
  emrId: patients.emrId,
  email: patients.email,
  phone: patients.phone,
  dateOfBirth: patients.dateOfBirth,
  gender: patients.gender,
  line1: patients.addressLine1,
  city: patients.city,
  registrationType: patients.registrationType,
} satisfies Record<PatientField, z.ZodType>)

/** Selects the values of a patient `p` under their own names. */
export const VALUE_SELECTION = PATIENT_FIELDS.map((field) => `p.${VALUE_COLUMNS[field]} as "${field}"`).join(
  ', ',
)

export const valuesOfRegistration = (fields: RegisterPatient): PatientValues => ({
  fullName: fields.fullName,
  emrId: fields.emrId ?? null,
  email: fields.email ?? null,
  phone: fields.phone,
  dateOfBirth: fields.dob,
  gender: fields.gender ?? null,
  line1: fields.address.line1 ?? null,
  city: fields.address.city ?? null,
  registrationType: fields.registrationType ?? null,
})

/** Every field that differs, with old and new value. */
export const changesBetween = (before: PatientValues, after: PatientValues): FieldChange[] =>
  PATIENT_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }))
