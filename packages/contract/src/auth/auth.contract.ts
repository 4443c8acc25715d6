import {
  changePasswordBody,
  identityCheckBody,
  passkeyAssertion,
  resetPasswordBody,
  secondFactorCode,
} from './auth.forms.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { emailField, typedText } from '../fields/fields.ts'
import { userPreferencesSchema } from '../users/preferences.contract.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { userSchema } from '../users/users.contract.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

/** `link`: made on the server for an Admin. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'link', 'provider'] as const
export type SignInWay = (typeof SIGN_IN_WAYS)[number]

export const sessionStateSchema = z.object({
  idleMinutes: z.number(),
  expiresAt: timestamp,
  /** `on`: an authenticator app or a passkey. */
  secondFactor: z.enum(['off', 'on', 'required']),
  hasAuthenticator: z.boolean(),
  /** `due`: the role will need one from `passkeysFrom`. `required`: it needs one first. */
  passkey: z.enum(['none', 'added', 'due', 'required']),
  passkeysFrom: z.nullable(z.string()),
})
export type SessionState = z.output<typeof sessionStateSchema>

export const ownSessionSchema = z.object({
  id: z.number(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** How it was signed in. */
  way: z.enum(SIGN_IN_WAYS),
  /** The name of the provider. */
  provider: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type OwnSession = z.output<typeof ownSessionSchema>

export const sessionAnswer = envelope({
  data: userSchema,
  session: sessionStateSchema,
  preferences: userPreferencesSchema,
})

/** Deliberately loose: the login form has no validation, and all failed attempts get the same response (AMB-14). */
const loginBody = z.object({
  email: z._default(typedText().check(z.maxLength(1000)), ''),
  password: z._default(z.string().check(z.maxLength(1000)), ''),
  code: z.optional(secondFactorCode),
  /** Instead of a code. */
  passkey: z.optional(passkeyAssertion),
})

export const authEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: '/auth/user/login',
    changes: [],
    access: 'anyone',
    rateLimit: 'sign-in',
    summary:
      'Sign in; sets the session cookie. 401 with an error at `code` when the account requires its second factor',
    body: loginBody,
    message: SUCCESS.login,
    response: sessionAnswer,
  }),
  restoreSession: defineEndpoint({
    method: 'GET',
    path: '/auth/refresh-token',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary:
      'Restore the session at start: renews the idle limit and rotates the cookie; 401 without a session',
    response: sessionAnswer,
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/auth/logout',
    changes: [],
    access: 'anyone',
    rateLimit: 'none-needed',
    summary:
      'End the session; also succeeds without one. `endAt` is the address where the provider ends its session, to open next. `openAt` names the provider whose session stays open',
    message: SUCCESS.logout,
    response: envelope({ endAt: z.nullable(z.string()), openAt: z.nullable(z.string()) }),
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    changes: [],
    access: 'anyone',
    rateLimit: 'reset-mail',
    summary: 'Send a password reset link; the response is the same for unknown addresses',
    body: z.object({ email: emailField() }),
    message: SUCCESS.resetLinkSent,
    response: envelope({}),
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/reset-password',
    changes: [],
    access: 'anyone',
    rateLimit: 'password-reset',
    summary: 'Set a new password with the token of the emailed link; ends all sessions of the user',
    body: resetPasswordBody,
    message: SUCCESS.passwordReset,
    response: envelope({}),
  }),
  keepAlive: defineEndpoint({
    method: 'POST',
    path: '/auth/keep-alive',
    changes: [],
    access: 'staff',
    beforeSecondFactor: true,
    summary: 'Renew the idle limit, after the warning before the session ends',
    response: envelope({ session: sessionStateSchema }),
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'staff',
    summary: 'The caller’s sessions, latest first',
    response: envelope({ data: z.array(ownSessionSchema) }),
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    changes: ['auth'],
    afterRefusal: true,
    access: 'staff',
    summary: 'End one other session of the caller; the present one ends by signing out',
    params: idParams,
    message: SUCCESS.sessionEnded,
    response: envelope({}),
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    changes: ['auth'],
    access: 'staff',
    summary: 'End all other sessions of the caller',
    message: SUCCESS.othersSignedOut,
    response: envelope({}),
  }),
  changePassword: defineEndpoint({
    method: 'PUT',
    path: '/auth/password',
    changes: ['auth'],
    access: 'staff',
    summary: 'Change the caller’s password; ends all other sessions',
    body: changePasswordBody,
    message: SUCCESS.passwordChanged,
    response: envelope({}),
  }),
  confirmIdentity: defineEndpoint({
    method: 'POST',
    path: '/auth/confirm-identity',
    changes: [],
    access: 'staff',
    summary: 'Confirm the caller’s identity, which releasing reports needs some time after the sign-in',
    body: identityCheckBody,
    message: SUCCESS.identityConfirmed,
    response: envelope({}),
  }),
  startSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/start',
    changes: [],
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Create a secret for an authenticator app; requires an identity check, and with the password a code to replace a second factor. A code must confirm it',
    body: identityCheckBody,
    response: envelope({
      /** `qrCode` is an SVG data URL; `secret` is base32 for manual entry. */
      data: z.object({ secret: z.string(), qrCode: z.string() }),
    }),
  }),
  confirmSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/confirm',
    changes: ['auth'],
    access: 'staff',
    beforeSecondFactor: true,
    summary:
      'Enable or replace the second factor with a first code; ends all other sessions and returns the recovery codes once',
    body: z.object({ code: secondFactorCode }),
    message: SUCCESS.secondFactorOn,
    response: envelope({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    changes: ['auth'],
    access: 'staff',
    summary: 'Replace all recovery codes',
    body: identityCheckBody,
    response: envelope({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  }),
  removeSecondFactor: defineEndpoint({
    method: 'POST',
    path: '/auth/second-factor/remove',
    changes: ['auth'],
    access: 'staff',
    summary: 'Disable the second factor, unless the role requires it',
    body: identityCheckBody,
    message: SUCCESS.secondFactorOff,
    response: envelope({}),
  }),
}
