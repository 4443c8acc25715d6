import { emailField, typedText } from '../fields/fields.ts'
import { RESET_PASSWORD_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** A TOTP code of six digits or a recovery code; spaces are ignored. */
export const secondFactorCode = z.pipe(
  typedText(VALIDATION.required).check(z.maxLength(100)),
  z.transform((typed) => typed.replace(/\s/g, '')),
)

/** Confirms the caller's identity before sign-in settings change; the code is required if the second factor is on. */
export const identityCheckBody = z.object({
  password: z
    .string({ error: VALIDATION.required })
    .check(z.minLength(1, { error: VALIDATION.required }), z.maxLength(1000)),
  code: z.optional(secondFactorCode),
})

const resetPasswordField = z
  .string({ error: VALIDATION.passwordTooShort })
  .check(
    z.trim(),
    z.minLength(RESET_PASSWORD_LENGTH.min, { error: VALIDATION.passwordTooShort }),
    z.maxLength(RESET_PASSWORD_LENGTH.max, { error: VALIDATION.resetPasswordTooLong }),
  )

const resetPasswordFields = z.object({
  password: resetPasswordField,
  confirmPassword: z.string({ error: VALIDATION.passwordsDiffer }).check(z.trim()),
})

const samePasswords = z.refine<z.output<typeof resetPasswordFields>>(
  (fields) => fields.password === fields.confirmPassword,
  { error: VALIDATION.passwordsDiffer, path: ['confirmPassword'] },
)

export const resetPasswordForm = resetPasswordFields.check(samePasswords)

export const resetPasswordBody = z
  .extend(resetPasswordFields, {
    token: z
      .string({ error: VALIDATION.resetLink })
      .check(
        z.minLength(1, { error: VALIDATION.resetLink }),
        z.maxLength(200, { error: VALIDATION.resetLink }),
      ),
    email: emailField(VALIDATION.resetLink),
  })
  .check(samePasswords)

export const changePasswordBody = z
  .extend(resetPasswordFields, {
    currentPassword: z
      .string({ error: VALIDATION.required })
      .check(z.minLength(1, { error: VALIDATION.required }), z.maxLength(1000)),
    code: z.optional(secondFactorCode),
  })
  .check(samePasswords)
