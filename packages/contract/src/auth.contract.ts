import { changePasswordBody, identityCheckBody, resetPasswordBody, secondFactorCode } from './auth.forms.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { emailField } from './fields.ts'
import { timestamp } from './query-fields.ts'
import { userSchema } from './users.contract.ts'
import { z } from './zod.ts'

/** How long the session lasts and whether the account has, or has to set up, a second factor. */
export const sessionStateSchema = z.object({
  idleMinutes: z.number(),
  /** The absolute limit, whatever happens until then. */
  expiresAt: timestamp,
  secondFactor: z.enum(['off', 'on', 'required']),
})
export type SessionState = z.output<typeof sessionStateSchema>

export const ownSessionSchema = z.object({
  id: z.number(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type OwnSession = z.output<typeof ownSessionSchema>

/** Deliberately loose: the login form has no rules of its own, the server answers every attempt alike (AMB-14). */
const loginBody = z.object({
  email: z._default(z.string().check(z.maxLength(1000)), ''),
  password: z._default(z.string().check(z.maxLength(1000)), ''),
  code: z.optional(secondFactorCode),
})

export const authEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: '/auth/user/login',
    access: 'anyone',
    rateLimit: 'sign-in',
    summary:
      'Sign in; sets the session cookie. 401 with an error at `code` when the account needs its second factor too',
    body: loginBody,
    response: envelope({ data: userSchema, session: sessionStateSchema }),
  }),
  restoreSession: defineEndpoint({
    method: 'GET',
    path: '/auth/refresh-token',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary:
      'Restore the session at start: renews the idle limit and rotates the cookie; 401 without a session',
    response: envelope({ data: userSchema, session: sessionStateSchema }),
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary: 'End the session; succeeds without one too',
    response: envelope({}),
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    rateLimit: 'reset-mail',
    summary: 'Mail a password reset link; the answer is the same for unknown addresses',
    body: z.object({ email: emailField() }),
    response: envelope({}),
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    rateLimit: 'password-reset',
    summary: 'Set a new password with the token of the mailed link; ends all sessions of the user',
    body: resetPasswordBody,
    response: envelope({}),
  }),
  keepAlive: defineEndpoint({
    method: 'POST',
    path: '/auth/keep-alive',
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'Renew the idle limit: the answer to the warning before it ends',
    response: envelope({ session: sessionStateSchema }),
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'staff',
    summary: 'The caller’s own open sessions, the latest first',
    response: envelope({ data: z.array(ownSessionSchema) }),
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'staff',
    summary: 'Sign out everywhere else',
    response: envelope({}),
  }),
  changePassword: defineEndpoint({
    method: 'PUT',
    path: '/auth/password',
    access: 'staff',
    summary: 'Change the own password; ends all other sessions',
    body: changePasswordBody,
    response: envelope({}),
  }),
  startSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/start',
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Make a secret for an authenticator app; needs the current password, and a code to replace a second factor. Nothing changes before a code confirms it',
    body: identityCheckBody,
    response: envelope({
      /** `qrCode` is an SVG as a data address; `secret` is base32, to be typed by hand. */
      data: z.object({ secret: z.string(), qrCode: z.string() }),
    }),
  }),
  confirmSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Switch the second factor on, or replace it, with a first code; ends all other sessions and answers with the recovery codes, once',
    body: z.object({ code: secondFactorCode }),
    response: envelope({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'staff',
    summary: 'New recovery codes in place of all earlier ones',
    body: identityCheckBody,
    response: envelope({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  removeSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/remove',
    access: 'staff',
    summary: 'Switch the second factor off, where the role does not require it',
    body: identityCheckBody,
    response: envelope({}),
  }),
}
