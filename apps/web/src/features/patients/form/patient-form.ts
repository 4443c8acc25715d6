import type { FormInput, FormOutput, patientEditForm } from '@zelab/contract'
import { patientRegistrationForm } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { localToday } from '../../../lib/format.ts'

export type RegistrationFields = FormInput<ReturnType<typeof patientRegistrationForm>>
/** Validated fields; an edited record may lack email and gender. */
export type Registration = FormOutput<ReturnType<typeof patientEditForm>>

/** In the order of the page. */
export const EMPTY_REGISTRATION: RegistrationFields = {
  fullName: '',
  emrId: '',
  email: '',
  phone: '',
  dob: '',
  gender: '',
  nationalId: '',
  address: { line1: '', city: '' },
}

// Evaluated at each check, because a form may stay open past midnight.
export const registrationResolver: Resolver<RegistrationFields, unknown, Registration> = formResolver(
  patientRegistrationForm(() => localToday()),
)

const pathsIn = (fields: object, parent = ''): string[] =>
  Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value ? pathsIn(value, `${parent}${name}.`) : `${parent}${name}`,
  )

export const REGISTRATION_PATHS = pathsIn(EMPTY_REGISTRATION) as Path<RegistrationFields>[]
