import type { FormInput, FormOutput, StaffMember, StaffUserFields } from '@zelab/contract'
import { newUserFields, staffUserFields, typedPhoneField } from '@zelab/contract'
import type { StaffRole } from '@zelab/contract/access'
import { ADMIN_USER_TYPE_ID } from '@zelab/contract/access'
import { VALIDATION } from '@zelab/contract/messages'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { formResolver } from '../../ui/form/form-resolver.ts'
import * as texts from './texts.ts'

/** Where the password comes from: typed now, chosen by the person from a mailed link, or not in question here. */
export type PasswordWay = 'typed' | 'invitation' | 'none'

/** Every field that a user may have; an invitation and a change take no password. */
export type UserFields = FormInput<ReturnType<typeof newUserFields>> & { way: PasswordWay }

type CheckedPassword = Pick<FormOutput<ReturnType<typeof newUserFields>>, 'password' | 'confirmPassword'>
/** The fields as the checks leave them; the passwords where one is typed. */
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

/** The fields of a user who is there already. */
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

/** @param storedPhone of a user who is there already; it may stay, even when it could not be typed */
export const userResolver = (storedPhone?: string): UserResolver => {
  const checkWithout: UserResolver = formResolver(staffUserFields(typedPhoneField(storedPhone)))
  return async (...form) => {
    const check = form[0].way === 'typed' ? checkWithPassword : checkWithout
    const result = await check(...form)
    const { userTypeId } = result.errors
    // An id may be a number or digits; the resolver would tell which of the two it misses instead of what to do.
    if (userTypeId) userTypeId.message = VALIDATION.userType
    return result
  }
}

/** The Admin looks after every lab and so belongs to none; everyone else needs one (section 5). */
export const needsLab = (userTypeId: string): boolean => userTypeId !== String(ADMIN_USER_TYPE_ID)

/** What a role may do, in one line. */
export const ROLE_HINTS: Record<StaffRole, string> = {
  Admin: texts.adminHint,
  Doctor: texts.doctorHint,
  Technician: texts.technicianHint,
  Receptionist: texts.receptionistHint,
}
