import type { PatientField, PatientRow } from '@zelab/contract'
import { patientEditForm } from '@zelab/contract'
import { shownNationalId } from '@zelab/contract/fields/national-id'
import type { Path, Resolver } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { localToday } from '../../../lib/format.ts'
import { valuesOf } from '../patient-fields.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'

// Evaluated at each check, because a form may stay open past midnight.
export const editResolver = (storedPhone: string): Resolver<RegistrationFields, unknown, Registration> =>
  formResolver(patientEditForm(() => localToday(), storedPhone))

export const formFieldsOf = (patient: PatientRow): RegistrationFields => {
  const { fullName, emrId, nationalId, email, phone, dateOfBirth, gender, line1, city } = valuesOf(patient)
  return {
    fullName: fullName ?? '',
    emrId: emrId ?? '',
    email: email ?? '',
    phone: phone ?? '',
    dob: dateOfBirth ?? '',
    gender: gender ?? '',
    nationalId: nationalId === null ? '' : shownNationalId(nationalId),
    address: { line1: line1 ?? '', city: city ?? '' },
  }
}

/** Path of each field; the form omits the registration type. */
export const FORM_PATHS = {
  fullName: 'fullName',
  emrId: 'emrId',
  phone: 'phone',
  email: 'email',
  dateOfBirth: 'dob',
  gender: 'gender',
  nationalId: 'nationalId',
  line1: 'address.line1',
  city: 'address.city',
} as const satisfies Partial<Record<PatientField, Path<RegistrationFields>>>

export type FormField = keyof typeof FORM_PATHS
