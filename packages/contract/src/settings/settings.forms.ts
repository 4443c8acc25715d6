import { STAFF_ROLES } from '../access.ts'
import {
  clearable,
  countryField,
  dayField,
  emailField,
  multilineField,
  textField,
  wholeNumber,
  type PhoneSchema,
  typedText,
} from '../fields/fields.ts'
import {
  ABSOLUTE_HOURS,
  DATE_ORDERS,
  IDLE_MINUTES,
  NOTE_MAX_LENGTH,
  PAGE_SIZES,
  PRODUCT_NAME_LENGTH,
  RETENTION_YEARS,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
  UPLOAD_LIMIT_MB,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'

/** An IANA name. Offsets are rejected, because programs disagree on the meaning of their sign. */
const isTimeZone = (name: string) => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const productName = textField(VALIDATION.productNameTooShort).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ')),
  z.minLength(PRODUCT_NAME_LENGTH.min, { error: VALIDATION.productNameTooShort }),
  z.maxLength(PRODUCT_NAME_LENGTH.max, { error: VALIDATION.productNameTooLong }),
)

export const generalSettingsFields = (phone: PhoneSchema) =>
  z.object({
    supportEmail: clearable(emailField()),
    supportPhone: clearable(phone),
    supportHours: clearable(
      multilineField().check(z.maxLength(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong })),
    ),
    uploadLimitMb: wholeNumber(UPLOAD_LIMIT_MB, 'megabytes'),
    /** Omitted fields stay unchanged. */
    retentionYears: z.optional(wholeNumber(RETENTION_YEARS, 'years')),
    productName: z.optional(productName),
    timeZone: z.optional(
      typedText(VALIDATION.timeZone).check(z.refine(isTimeZone, { error: VALIDATION.timeZone })),
    ),
    country: z.optional(countryField),
    dateOrder: z.optional(z.enum(DATE_ORDERS, { error: VALIDATION.invalid })),
    defaultPageSize: z.optional(
      z.coerce.number<number | string>({ error: VALIDATION.invalid }).check(
        z.refine((size) => (PAGE_SIZES as readonly number[]).includes(size), {
          error: VALIDATION.invalid,
        }),
      ),
    ),
  })

const rolesField = z.optional(z.array(z.enum(STAFF_ROLES)).check(z.maxLength(STAFF_ROLES.length)))

export const securitySettingsBody = z.object({
  idleMinutes: wholeNumber(IDLE_MINUTES, 'minutes'),
  absoluteHours: wholeNumber(ABSOLUTE_HOURS, 'hours'),
  /** Omitted fields stay unchanged. */
  secondFactorRoles: rolesField,
  passkeyRoles: rolesField,
  passkeysFrom: clearable(dayField(VALIDATION.dayOutOfRange)),
  signInAttempts: z.optional(wholeNumber(SIGN_IN_ATTEMPTS, 'attempts')),
  signInAttemptsPerAddress: z.optional(wholeNumber(SIGN_IN_ATTEMPTS_PER_ADDRESS, 'attempts')),
  signInWindowMinutes: z.optional(wholeNumber(SIGN_IN_WINDOW_MINUTES, 'minutes')),
})
