import { z } from 'zod'
import { STAFF_ROLES } from './access.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { blankable, emailField, phoneField, textField } from './fields.ts'
import {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  LOGO_PART,
  NOTE_MAX_LENGTH,
  PAGE_SIZES,
  PRODUCT_NAME_LENGTH,
  SIGN_IN_ATTEMPTS,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
  UPLOAD_LIMIT_MB,
} from './limits.ts'
import { VALIDATION } from './messages.ts'

const wholeNumber = (range: { min: number; max: number }, unit: string) => {
  const problem = `Please enter a whole number of ${unit} from ${range.min} to ${range.max}`
  return z.coerce
    .number({ error: problem })
    .int({ error: problem })
    .min(range.min, { error: problem })
    .max(range.max, { error: problem })
}

/** A name of the IANA database. An offset is none: programs disagree on which way its sign counts. */
const isTimeZone = (name: string) => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** It stands in titles and in the subjects of mails. */
const oneLine = (required: string) => textField(required).overwrite((text) => text.replace(/\s+/g, ' '))

export const supportContactSchema = z.object({
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  supportHours: z.string().nullable(),
})
export type SupportContact = z.output<typeof supportContactSchema>

/** What everyone sees of an installation, signed in or not. */
export const brandSchema = z.object({
  productName: z.string(),
  /** Address of the logo, which changes with the picture; null without one. */
  logoAddress: z.string().nullable(),
})
export type Brand = z.output<typeof brandSchema>

export const generalSettingsSchema = supportContactSchema.extend({
  ...brandSchema.shape,
  uploadLimitMb: z.number(),
  /** IANA name; days in filters and counters begin and end in it. */
  timeZone: z.string(),
  /** Rows of a list whose address names no number. */
  defaultPageSize: z.number(),
})
export type GeneralSettings = z.output<typeof generalSettingsSchema>

export const generalSettingsBody = z.object({
  supportEmail: blankable(emailField()),
  supportPhone: blankable(phoneField),
  supportHours: blankable(textField().max(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong })),
  uploadLimitMb: wholeNumber(UPLOAD_LIMIT_MB, 'megabytes'),
  /** What is left out stays as it is. */
  productName: oneLine(VALIDATION.productNameTooShort)
    .min(PRODUCT_NAME_LENGTH.min, { error: VALIDATION.productNameTooShort })
    .max(PRODUCT_NAME_LENGTH.max, { error: VALIDATION.productNameTooLong })
    .optional(),
  timeZone: z
    .string({ error: VALIDATION.timeZone })
    .refine(isTimeZone, { error: VALIDATION.timeZone })
    .optional(),
  defaultPageSize: z.coerce
    .number({ error: VALIDATION.invalid })
    .refine((size) => (PAGE_SIZES as readonly number[]).includes(size), { error: VALIDATION.invalid })
    .optional(),
})
export type GeneralSettingsFields = z.output<typeof generalSettingsBody>

export const securitySettingsSchema = z.object({
  idleMinutes: z.number(),
  absoluteHours: z.number(),
  /** Roles that cannot work without a second factor. */
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
  /** Failed sign-ins within the window before an account, or an address, has to wait. */
  signInAttempts: z.number(),
  signInAttemptsPerAddress: z.number(),
  signInWindowMinutes: z.number(),
})
export type SecuritySettings = z.output<typeof securitySettingsSchema>

export const securitySettingsBody = z.object({
  idleMinutes: wholeNumber(IDLE_MINUTES, 'minutes'),
  absoluteHours: wholeNumber(ABSOLUTE_HOURS, 'hours'),
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)).max(STAFF_ROLES.length).default([]),
  /** What is left out stays as it is. */
  signInAttempts: wholeNumber(SIGN_IN_ATTEMPTS, 'attempts').optional(),
  signInAttemptsPerAddress: wholeNumber(SIGN_IN_ATTEMPTS_PER_ADDRESS, 'attempts').optional(),
  signInWindowMinutes: wholeNumber(SIGN_IN_WINDOW_MINUTES, 'minutes').optional(),
})

export const settingsEndpoints = {
  getGeneral: defineEndpoint({
    method: 'GET',
    path: '/settings/general',
    access: 'settings:general',
    summary: 'Product name, logo, support contact, time zone, upload limit and page size',
    response: envelope({ data: generalSettingsSchema }),
  }),
  updateGeneral: defineEndpoint({
    method: 'PUT',
    path: '/settings/general',
    access: 'settings:general',
    summary: 'Change the product name, support contact, time zone, upload limit and page size',
    body: generalSettingsBody,
    response: envelope({ data: generalSettingsSchema }),
  }),
  getSecurity: defineEndpoint({
    method: 'GET',
    path: '/settings/security',
    access: 'settings:security',
    summary: 'Session limits, second factor by role and the sign-in throttle',
    response: envelope({ data: securitySettingsSchema }),
  }),
  updateSecurity: defineEndpoint({
    method: 'PUT',
    path: '/settings/security',
    access: 'settings:security',
    summary: 'Change the session limits, which hold for running sessions too, and the sign-in throttle',
    body: securitySettingsBody,
    response: envelope({ data: securitySettingsSchema }),
  }),
  getContact: defineEndpoint({
    method: 'GET',
    path: '/settings/contact',
    access: 'staff',
    summary: 'Support contact for the contact page, and the upload limit for the publish page',
    response: envelope({ data: generalSettingsSchema }),
  }),
  getBrand: defineEndpoint({
    method: 'GET',
    path: '/settings/brand',
    access: 'anyone',
    summary: 'Product name and logo',
    response: envelope({ data: brandSchema }),
  }),
  readLogo: defineEndpoint({
    method: 'GET',
    path: '/settings/logo',
    access: 'anyone',
    summary: 'The logo itself, to be kept for good where `v` is its version; 404 without one',
    query: z.object({ v: z.string().optional().catch(undefined) }),
    response: 'file',
  }),
  updateLogo: defineEndpoint({
    method: 'POST',
    path: '/settings/logo',
    access: 'settings:general',
    summary: 'Set the logo: a PNG or JPEG picture of at most 256 kB',
    filePart: LOGO_PART,
    response: envelope({ data: brandSchema }),
  }),
  removeLogo: defineEndpoint({
    method: 'DELETE',
    path: '/settings/logo',
    access: 'settings:general',
    summary: 'Go back to the product’s own mark',
    response: envelope({ data: brandSchema }),
  }),
}
