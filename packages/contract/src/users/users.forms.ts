import { ADMIN_USER_TYPE_ID, STAFF_USER_TYPES } from '../access.ts'
import { identityProofFields } from '../auth/auth.forms.ts'
import {
  blankable,
  clearable,
  emailField,
  idField,
  nameField,
  newPasswordField,
  type PhoneSchema,
} from '../fields/fields.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

const STAFF_USER_TYPE_IDS: readonly number[] = STAFF_USER_TYPES.map((type) => type.id)

const staffFields = z.object({
  name: nameField,
  userTypeId: idField(VALIDATION.userType).check(
    z.refine((id) => STAFF_USER_TYPE_IDS.includes(id), { error: VALIDATION.userType }),
  ),
  labId: blankable(idField(VALIDATION.labRequired)),
  email: emailField(),
})

// Runs even when a field is invalid, and not every value can be converted to text.
const isAdmin = (userTypeId: unknown) =>
  userTypeId === ADMIN_USER_TYPE_ID || userTypeId === String(ADMIN_USER_TYPE_ID)

// Reports cross-field errors together with field errors, instead of only after all fields pass.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

interface RoleAndLab {
  userTypeId: number
  labId?: number | undefined
}

const hasLabUnlessAdmin = z.refine<RoleAndLab>(
  (user) => isAdmin(user.userTypeId) || user.labId !== undefined,
  { error: VALIDATION.labRequired, path: ['labId'], ...always },
)

const withoutAdminsLab = <Fields extends RoleAndLab>(user: Fields) =>
  isAdmin(user.userTypeId) ? { ...user, labId: undefined } : user

const passwordFields = {
  password: newPasswordField,
  confirmPassword: z.string({ error: VALIDATION.passwordsDiffer }),
}

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (user) => user.password === user.confirmPassword,
  { error: VALIDATION.passwordsDiffer, path: ['confirmPassword'], ...always },
)

const addPhone = (phone: PhoneSchema) => z.extend(staffFields, { phone })

export const newUserFields = (phone: PhoneSchema) =>
  z.pipe(
    z.extend(addPhone(phone), passwordFields).check(hasLabUnlessAdmin, passwordsMatch),
    z.transform(
      (
        user: RoleAndLab &
          z.output<ReturnType<typeof addPhone>> & { password: string; confirmPassword: string },
      ) => withoutAdminsLab(user),
    ),
  )

export const staffUserFields = (phone: PhoneSchema) =>
  z.pipe(
    addPhone(phone).check(hasLabUnlessAdmin),
    z.transform((user: z.output<ReturnType<typeof addPhone>>) => withoutAdminsLab(user)),
  )
export type StaffUserFields = z.output<ReturnType<typeof staffUserFields>>

const identityFields = {
  /** Required to change the caller's own email, with a code if the second factor is on; or a passkey. */
  currentPassword: z.optional(z.string().check(z.maxLength(1000))),
  ...identityProofFields,
}

/** Absent fields stay. A role that needs a lab keeps the stored one, or is refused without any. */
export const updatedUserFields = (phone: PhoneSchema) =>
  z
    .extend(z.partial(addPhone(phone)), {
      ...identityFields,
      labId: clearable(idField(VALIDATION.labRequired)),
    })
    .check(
      z.refine(({ labId, userTypeId }) => labId !== null || userTypeId === undefined || isAdmin(userTypeId), {
        error: VALIDATION.labRequired,
        path: ['labId'],
        ...always,
      }),
    )
export type UpdatedUserFields = z.output<ReturnType<typeof updatedUserFields>>
