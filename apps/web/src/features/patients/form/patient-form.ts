import { zodResolver } from '@hookform/resolvers/zod'
import type { RegisterPatient } from '@zelab/contract'
import { patientRegistrationForm } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'
import { localToday } from '../../../lib/format.ts'

/** What stands in the fields of the registration form: text only. */
export interface RegistrationFields {
  fullName: string
  emrId: string
  email: string
  phone: string
  dob: string
  gender: string
  address: { line1: string; city: string }
}

/** The fields as the checks leave them, ready to be sent. */
export type Registration = Omit<RegisterPatient, 'registrationType'>

export const EMPTY_REGISTRATION: RegistrationFields = {
  fullName: '',
  emrId: '',
  email: '',
  phone: '',
  dob: '',
  gender: '',
  address: { line1: '', city: '' },
}

// Today is asked for at each check: a form may stay open over midnight.
export const registrationResolver = zodResolver(
  patientRegistrationForm(() => localToday()),
) as unknown as Resolver<RegistrationFields, unknown, Registration>

export const REGISTRATION_PATHS: readonly Path<RegistrationFields>[] = [
  'fullName',
  'emrId',
  'email',
  'phone',
  'dob',
  'gender',
  'address.line1',
  'address.city',
]
