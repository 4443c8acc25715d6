import type { FormInput, FormOutput, StaffMember, StaffUserFields } from '@zelab/contract'
import { newUserFields, staffUserFields, typedPhoneField } from '@zelab/contract'
import type { StaffRole } from '@zelab/contract/access'
import { ADMIN_USER_TYPE_ID } from '@zelab/contract/access'
import { VALIDATION } from '@zelab/contract/messages'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'
import * as texts from './texts.ts'

/** Source of the password: entered by the Admin, set by the user through a mailed link, or unchanged. */
export type PasswordWay = 'typed' | 'invitation' | 'none'

export type UserFields = FormInput<ReturnType<typeof newUserFields>> & { way: PasswordWay }

type CheckedPassword = Pick<FormOutput<ReturnType<typeof newUserFields>>, 'password' | 'confirmPassword'>
export type CheckedUser = StaffUserFields & Partial<CheckedPassword>

export type UserForm = UseFormReturn<UserFields, unknown, CheckedUser>

export const EMPTY_USER: UserFields = {
  way: 'typed',
  name: '',
  userTypeId: '',
  labId: '',
  phone: '',
  email: '',
  password: '',
  confirmPassword: '',
}

export const userFieldsOf = ({ fullName, userType, lab, phone, email }: StaffMember): UserFields => ({
  ...EMPTY_USER,
  way: 'none',
  name: fullName,
  userTypeId: String(userType.id),
  labId: lab ? String(lab.id) : '',
  phone,
  email,
})

type UserResolver = Resolver<UserFields, unknown, CheckedUser>

const checkWithPassword: UserResolver = formResolver(newUserFields(typedPhoneField()))

/** @param storedPhone current phone of an existing user, which may stay even if it is invalid */
export const userResolver = (storedPhone?: string): UserResolver => {
  const checkWithout: UserResolver = formResolver(staffUserFields(typedPhoneField(storedPhone)))
  return async (...form) => {
    const check = form[0].way === 'typed' ? checkWithPassword : checkWithout
    const result = await check(...form)
    const { userTypeId } = result.errors
    // The id is a union type, whose default message is not helpful.
    if (userTypeId) userTypeId.message = VALIDATION.userType
    return result
  }
}

/** An Admin manages all labs and belongs to none; every other role needs a lab (section 5). */
export const needsLab = (userTypeId: string): boolean => userTypeId !== String(ADMIN_USER_TYPE_ID)

export const ROLE_HINTS: Record<StaffRole, string> = {
  Admin: texts.adminHint,
  Doctor: texts.doctorHint,
  Technician: texts.technicianHint,
  Receptionist: texts.receptionistHint,
}
