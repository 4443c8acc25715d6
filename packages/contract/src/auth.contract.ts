import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import { emailField } from './fields.ts'
import { RESET_PASSWORD_LENGTH } from './limits.ts'
import { VALIDATION } from './messages.ts'
import { userSchema } from './users.contract.ts'

const resetPasswordField = z
  .string({ error: VALIDATION.passwordTooShort })
  .trim()
  .min(RESET_PASSWORD_LENGTH.min, { error: VALIDATION.passwordTooShort })
  .max(RESET_PASSWORD_LENGTH.max, { error: VALIDATION.resetPasswordTooLong })

/** What the form holds: both fields trimmed (section 5, AMB-17). */
export const resetPasswordFields = z.object({
  password: resetPasswordField,
  confirmPassword: z.string({ error: VALIDATION.passwordsDiffer }).trim(),
})

const samePasswords = {
  check: (fields: { password: string; confirmPassword: string }) =>
    fields.password === fields.confirmPassword,
  problem: { error: VALIDATION.passwordsDiffer, path: ['confirmPassword'] },
}

export const resetPasswordForm = resetPasswordFields.refine(samePasswords.check, samePasswords.problem)

export const resetPasswordBody = resetPasswordFields
  .extend({
    token: z
      .string({ error: VALIDATION.resetLink })
      .min(1, { error: VALIDATION.resetLink })
      .max(200, { error: VALIDATION.resetLink }),
    email: emailField(VALIDATION.resetLink),
  })
  .refine(samePasswords.check, samePasswords.problem)

/** Deliberately loose: the login form has no rules of its own, the server answers every attempt alike (AMB-14). */
const loginBody = z.object({
  email: z.string().max(1000).default(''),
  password: z.string().max(1000).default(''),
})

export const authEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: '/auth/user/login',
    access: 'anyone',
    summary: 'Sign in; sets the session cookie',
    body: loginBody,
    response: envelope({ data: userSchema }),
  }),
  restoreSession: defineEndpoint({
    method: 'GET',
    path: '/auth/refresh-token',
    access: 'anyone',
    summary:
      'Restore the session at start: renews the idle limit and rotates the cookie; 401 without a session',
    response: envelope({ data: userSchema }),
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    summary: 'End the session; succeeds without one too',
    response: envelope({}),
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    summary: 'Mail a password reset link; the answer is the same for unknown addresses',
    body: z.object({ email: emailField() }),
    response: envelope({}),
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    summary: 'Set a new password with the token of the mailed link; ends all sessions of the user',
    body: resetPasswordBody,
    response: envelope({}),
  }),
}
