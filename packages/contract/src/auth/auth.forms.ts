import { boundedText, emailField, typedText } from '../fields/fields.ts'
import { PASSKEY_NAME_LENGTH, RESET_PASSWORD_LENGTH } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** A TOTP code of six digits or a recovery code; spaces are ignored. */
export const secondFactorCode = z.pipe(
  typedText(VALIDATION.required).check(z.maxLength(100)),
  z.transform((typed) => typed.replace(/\s/g, '')),
)

const base64url = (longest: number) => typedText().check(z.regex(/^[\w-]*$/), z.maxLength(longest))
const credentialFields = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
}

/** The result of `navigator.credentials.get`, as JSON of WebAuthn Level 3. */
export const passkeyAssertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** The result of `navigator.credentials.create`. */
export const passkeyRegistration = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(base64url(30)).check(z.maxLength(10))),
  }),
})

const passkeyName = boundedText(PASSKEY_NAME_LENGTH, VALIDATION.required, VALIDATION.passkeyNameTooLong)

export const passkeyNameBody = z.object({ name: passkeyName })

const currentPassword = z.optional(z.string().check(z.maxLength(1000)))

/** A passkey, a provider, or the password with a code if the second factor is on. */
export const identityProofFields = {
  code: z.optional(secondFactorCode),
  passkey: z.optional(passkeyAssertion),
  /** The provider confirmed the identity in a second window a few minutes ago; works once. */
  provider: z.optional(z.literal(true)),
}

const proofFields = z.object({ password: currentPassword, ...identityProofFields })
const isProved = z.refine<z.output<typeof proofFields>>(
  (proof) => proof.passkey !== undefined || proof.provider === true || !!proof.password,
  { error: VALIDATION.required, path: ['password'] },
)

/** Confirms the caller's identity before sign-in settings change. */
export const identityCheckBody = proofFields.check(isProved)

/** The identity check comes before the device makes the passkey. */
export const addPasskeyForm = z.extend(proofFields, { name: passkeyName }).check(isProved)

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
    currentPassword,
    ...identityProofFields,
  })
  .check(
    samePasswords,
    z.refine(
      (change) => change.passkey !== undefined || change.provider === true || !!change.currentPassword,
      { error: VALIDATION.required, path: ['currentPassword'] },
    ),
  )
