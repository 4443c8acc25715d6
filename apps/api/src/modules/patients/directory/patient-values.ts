import { PATIENT_FIELDS, type PatientChange, type PatientField, type RegisterPatient } from '@zelab/contract'
import { z } from 'zod'
import { patients } from '../../../core/tables.gen.ts'
import { from, pick, type Changes } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export type FieldChange = PatientChange['changes'][number]

export const patientValuesRow = z.object({
  ...pick(patients, 'fullName emrId nationalId email phone dateOfBirth gender'),
  line1: from('p.address_line1', patients.addressLine1),
  ...pick(patients, 'city registrationType'),
} satisfies Record<PatientField, z.ZodType>)
export type PatientValues = RowOf<typeof patientValuesRow>

export const valuesOfRegistration = ({ dob, address, ...fields }: RegisterPatient) => ({
  ...fields,
  dateOfBirth: dob,
  line1: address.line1,
  city: address.city,
})

export const changesBetween = (
  before: PatientValues,
  after: Changes<typeof patientValuesRow>,
): FieldChange[] =>
  PATIENT_FIELDS.flatMap((field) => {
    const value = after[field]
    return value === undefined || value === before[field]
      ? []
      : [{ field, before: before[field], after: value }]
  })
