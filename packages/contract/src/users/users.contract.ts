import { ADDED } from '../record-kinds.ts'
import { USER_TYPES } from '../access.ts'
import { identityCheckBody } from '../auth/auth.forms.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { phoneField } from '../fields/phone.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { newUserFields, staffUserFields, updatedUserFields } from './users.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

const ROLE_NAMES = USER_TYPES.map((type) => type.name)

export const userSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  avatar: z.nullable(z.string()),
  userType: z.object({ id: z.number(), name: z.enum(ROLE_NAMES) }),
  lab: z.nullable(z.object({ id: z.number(), name: z.string() })),
  createdAt: timestamp,
})
export type User = z.output<typeof userSchema>

/** Mails to the owner of an account. */
export const ACCOUNT_MAILS = ['invitation', 'reset', 'notice'] as const
export type AccountMail = (typeof ACCOUNT_MAILS)[number]

export const staffMemberSchema = z.extend(userSchema, {
  /** invited: has no password yet. deactivated: cannot sign in, but the name stays in records. */
  status: z.enum(['active', 'invited', 'deactivated']),
  hasSecondFactor: z.boolean(),
  /** Active, but linked to no provider, in a lab that accepts nothing else. */
  needsLink: z.boolean(),
  /** The sign-in provider whose claim gives the role, which is changed there. */
  roleGivenBy: z.nullable(z.string()),
  /** The last mail that the mail server refused for this address, until one is accepted. */
  refusedMail: z.nullable(z.object({ kind: z.enum(ACCOUNT_MAILS), at: timestamp })),
})
export type StaffMember = z.output<typeof staffMemberSchema>

export const userEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: '/auth/user/register',
    changes: ADDED,
    access: 'users:add',
    summary: 'Add a staff user',
    body: newUserFields(phoneField),
    message: SUCCESS.userAdded,
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
    changes: ADDED,
    access: 'users:edit',
    summary:
      'Change a staff user; a new role, lab or email ends the user’s sessions. Changing the caller’s email requires the current password, and a code if the second factor is on',
    params: idParams,
    body: updatedUserFields(phoneField),
    message: SUCCESS.saved,
    response: envelope({ data: staffMemberSchema }),
  }),
  deactivate: defineEndpoint({
    method: 'DELETE',
    path: '/user/delete/:id',
    changes: ADDED,
    access: 'users:delete',
    summary: 'Deactivate a staff user: signed out at once, the name stays in records',
    params: idParams,
    message: SUCCESS.userDeactivated,
    response: envelope({ data: staffMemberSchema }),
  }),
  reactivate: defineEndpoint({
    method: 'POST',
    path: '/user/reactivate/:id',
    changes: ADDED,
    access: 'users:delete',
    summary: 'Let a deactivated user sign in again',
    params: idParams,
    message: SUCCESS.userReactivated,
    response: envelope({ data: staffMemberSchema }),
  }),
  resetSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/user/resetSecondFactor/:id',
    changes: ADDED,
    access: 'users:edit',
    summary:
      'Remove the second factor of another user, with the caller’s password; ends all sessions of that user and notifies the owner by email',
    params: idParams,
    body: identityCheckBody,
    message: SUCCESS.secondFactorReset,
    response: envelope({ data: staffMemberSchema }),
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/user/invite',
    changes: ADDED,
    access: 'users:add',
    summary: 'Add a staff user who sets the password through an emailed link',
    body: staffUserFields(phoneField),
    message: SUCCESS.userInvited,
    response: envelope({ data: staffMemberSchema }),
  }),
  resendInvitation: defineEndpoint({
    method: 'POST',
    path: '/user/resendInvitation/:id',
    changes: ADDED,
    access: 'users:add',
    summary: 'Send a new link to a user who has not set a password, or has to link a provider',
    params: idParams,
    message: SUCCESS.userInvited,
    response: envelope({}),
  }),
}
