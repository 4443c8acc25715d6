import { z } from 'zod'
import { ADMIN_USER_TYPE_ID, STAFF_USER_TYPES, USER_TYPES } from './access.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import {
  blankable,
  emailField,
  idField,
  idParams,
  nameField,
  newPasswordField,
  phoneField,
  timestamp,
} from './fields.ts'
import { VALIDATION } from './messages.ts'

const ROLE_NAMES = USER_TYPES.map((type) => type.name)

/** A user as every screen sees it; the Admin's `lab` is null (section 3). */
export const userSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  avatar: z.string().nullable(),
  userType: z.object({ id: z.number(), name: z.enum(ROLE_NAMES) }),
  lab: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: timestamp,
})
export type User = z.output<typeof userSchema>

/** A user in the eyes of those who look after users. */
export const staffMemberSchema = userSchema.extend({
  /** invited: has not chosen a password yet. deactivated: cannot sign in, the name stays on records. */
  status: z.enum(['active', 'invited', 'deactivated']),
})
export type StaffMember = z.output<typeof staffMemberSchema>

const STAFF_USER_TYPE_IDS: readonly number[] = STAFF_USER_TYPES.map((type) => type.id)

const staffFields = z.object({
  name: nameField,
  userTypeId: idField(VALIDATION.userType).refine((id) => STAFF_USER_TYPE_IDS.includes(id), {
    error: VALIDATION.userType,
  }),
  labId: blankable(idField(VALIDATION.labRequired)),
  phone: phoneField,
  email: emailField(),
})

// Runs on values that failed their own checks, too: not everything can be made a text.
const isAdmin = (userTypeId: unknown) =>
  userTypeId === ADMIN_USER_TYPE_ID || userTypeId === String(ADMIN_USER_TYPE_ID)

// Cross-field rules report beside the field rules, not only once those are all met.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

const labRule = {
  check: (user: { userTypeId: number; labId?: number | undefined }) =>
    !user.userTypeId || isAdmin(user.userTypeId) || user.labId !== undefined,
  problem: { error: VALIDATION.labRequired, path: ['labId'], ...always },
}
const withoutAdminsLab = <Fields extends { userTypeId: number; labId?: number | undefined }>(user: Fields) =>
  isAdmin(user.userTypeId) ? { ...user, labId: undefined } : user

/** The create-user payload (section 5). For an Admin any lab is cleared. */
export const createUserBody = staffFields
  .extend({
    password: newPasswordField,
    confirmPassword: z.string({ error: VALIDATION.passwordsDiffer }),
  })
  .refine(labRule.check, labRule.problem)
  .refine((user) => user.password === user.confirmPassword, {
    error: VALIDATION.passwordsDiffer,
    path: ['confirmPassword'],
    ...always,
  })
  .transform(withoutAdminsLab)

/** The same without a password: for an invitation, which lets the person choose it, and for a change. */
export const staffUserBody = staffFields.refine(labRule.check, labRule.problem).transform(withoutAdminsLab)
export type StaffUserFields = z.output<typeof staffUserBody>

export const userEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: '/auth/user/register',
    access: 'users:add',
    summary: 'Add a staff user',
    body: createUserBody,
    response: envelope({ data: staffMemberSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/user/all',
    access: 'users:view',
    summary: 'All staff users, newest first',
    response: envelope({ data: z.array(staffMemberSchema) }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/user/:id',
    access: 'users:view',
    summary: 'One staff user',
    params: idParams,
    response: envelope({ data: staffMemberSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/user/update/:id',
    access: 'users:edit',
    summary: 'Change a staff user; another role, lab or email ends the user’s sessions',
    params: idParams,
    body: staffUserBody,
    response: envelope({ data: staffMemberSchema }),
  }),
  deactivate: defineEndpoint({
    method: 'DELETE',
    path: '/user/delete/:id',
    access: 'users:delete',
    summary: 'Deactivate a staff user: signed out at once, the name stays on records',
    params: idParams,
    response: envelope({ data: staffMemberSchema }),
  }),
  reactivate: defineEndpoint({
    method: 'POST',
    path: '/user/reactivate/:id',
    access: 'users:delete',
    summary: 'Let a deactivated user sign in again',
    params: idParams,
    response: envelope({ data: staffMemberSchema }),
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/user/invite',
    access: 'users:add',
    summary: 'Add a staff user who chooses the password by a mailed link',
    body: staffUserBody,
    response: envelope({ data: staffMemberSchema }),
  }),
  resendInvitation: defineEndpoint({
    method: 'POST',
    path: '/user/resendInvitation/:id',
    access: 'users:add',
    summary: 'Mail a fresh link to a user who has not chosen a password yet',
    params: idParams,
    response: envelope({}),
  }),
}
