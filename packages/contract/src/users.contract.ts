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

const STAFF_USER_TYPE_IDS: readonly number[] = STAFF_USER_TYPES.map((type) => type.id)

const createUserFields = z.object({
  name: nameField,
  userTypeId: idField(VALIDATION.userType).refine((id) => STAFF_USER_TYPE_IDS.includes(id), {
    error: VALIDATION.userType,
  }),
  labId: blankable(idField(VALIDATION.labRequired)),
  phone: phoneField,
  email: emailField(),
  password: newPasswordField,
  confirmPassword: z.string({ error: VALIDATION.passwordsDiffer }),
})

const isAdmin = (userTypeId: unknown) => String(userTypeId) === String(ADMIN_USER_TYPE_ID)

// Cross-field rules report beside the field rules, not only once those are all met.
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** The create-user payload (section 5). For an Admin any lab is cleared. */
export const createUserBody = createUserFields
  .refine((user) => !user.userTypeId || isAdmin(user.userTypeId) || user.labId !== undefined, {
    error: VALIDATION.labRequired,
    path: ['labId'],
    ...always,
  })
  .refine((user) => user.password === user.confirmPassword, {
    error: VALIDATION.passwordsDiffer,
    path: ['confirmPassword'],
    ...always,
  })
  .transform((user) => (isAdmin(user.userTypeId) ? { ...user, labId: undefined } : user))

export const userEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: '/auth/user/register',
    access: 'users:add',
    summary: 'Add a staff user',
    body: createUserBody,
    response: envelope({ data: userSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/user/all',
    access: 'users:view',
    summary: 'All staff users, newest first',
    response: envelope({ data: z.array(userSchema) }),
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/user/:id',
    access: 'users:view',
    summary: 'One staff user',
    params: idParams,
    response: envelope({ data: userSchema }),
  }),
}
