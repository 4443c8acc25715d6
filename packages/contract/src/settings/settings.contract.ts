import { STAFF_ROLES } from '../access.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { DATE_ORDERS, LOGO_MAX_KB, LOGO_PART } from '../limits.ts'
import { phoneField } from '../fields/phone.ts'
import { generalSettingsFields, securitySettingsBody } from './settings.forms.ts'
import { savedAt, seenAt } from '../fields/query-fields.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const supportContactSchema = z.object({
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
  supportHours: z.nullable(z.string()),
})
export type SupportContact = z.output<typeof supportContactSchema>

export const brandSchema = z.object({
  productName: z.string(),
  /** URL of the logo, which changes with the image; null without one. */
  logoAddress: z.nullable(z.string()),
})
export type Brand = z.output<typeof brandSchema>

export const generalSettingsSchema = z.extend(supportContactSchema, {
  ...brandSchema.shape,
  uploadLimitMb: z.number(),
  retentionYears: z.number(),
  /** IANA name; days in filters and counters begin and end in this time zone. */
  timeZone: z.string(),
  /** ISO 3166-1 alpha-2; connections to other countries need a legal basis. */
  country: z.string(),
  dateOrder: z.enum(DATE_ORDERS),
  defaultPageSize: z.number(),
})
export type GeneralSettings = z.output<typeof generalSettingsSchema>

const contactSchema = z.extend(generalSettingsSchema, {
  /** Active ones by name, at most five. */
  admins: z.array(z.object({ fullName: z.string(), email: z.string() })),
})
export type Contact = z.output<typeof contactSchema>

export const securitySettingsSchema = z.object({
  idleMinutes: z.number(),
  absoluteHours: z.number(),
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
  /** Roles that need a passkey, from `passkeysFrom` on, or at once. */
  passkeyRoles: z.array(z.enum(STAFF_ROLES)),
  passkeysFrom: z.nullable(z.string()),
  /** Failed sign-ins within the window before an account or an address must wait. */
  signInAttempts: z.number(),
  signInAttemptsPerAddress: z.number(),
  signInWindowMinutes: z.number(),
})
export type SecuritySettings = z.output<typeof securitySettingsSchema>

export const setupChecklistSchema = z.object({
  hasLab: z.boolean(),
  hasStaff: z.boolean(),
  hasReportType: z.boolean(),
  hasTestMail: z.boolean(),
  hasBackup: z.boolean(),
  hasContact: z.boolean(),
  hasLetterhead: z.boolean(),
  hasReport: z.boolean(),
  isDismissed: z.boolean(),
})
export type SetupChecklist = z.output<typeof setupChecklistSchema>

export const settingsEndpoints = {
  getGeneral: defineEndpoint({
    method: 'GET',
    path: '/settings/general',
    access: 'settings:general',
    summary: 'Product name, logo, support contact, time zone, upload limit and page size',
    response: envelope({ data: z.extend(generalSettingsSchema, savedAt) }),
  }),
  updateGeneral: defineEndpoint({
    method: 'PUT',
    path: '/settings/general',
    changes: ['settings', 'patients', 'activity', 'dashboard'],
    afterRefusal: true,
    access: 'settings:general',
    summary: 'Change the product name, support contact, time zone, upload limit and page size',
    body: z.extend(z.partial(generalSettingsFields(phoneField)), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(generalSettingsSchema, savedAt) }),
  }),
  getSecurity: defineEndpoint({
    method: 'GET',
    path: '/settings/security',
    access: 'settings:security',
    summary: 'Session limits, second factor and passkeys by role, and the rate limit of sign-ins',
    response: envelope({ data: z.extend(securitySettingsSchema, savedAt) }),
  }),
  updateSecurity: defineEndpoint({
    method: 'PUT',
    path: '/settings/security',
    changes: ['settings'],
    afterRefusal: true,
    access: 'settings:security',
    summary: 'Change the session limits, also for existing sessions, and the rate limit of sign-ins',
    body: z.extend(z.partial(securitySettingsBody), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(securitySettingsSchema, savedAt) }),
  }),
  getSetupChecklist: defineEndpoint({
    method: 'GET',
    path: '/settings/setupChecklist',
    shows: 'dashboard',
    access: 'settings:general',
    summary: 'The setup checklist of a new installation',
    response: envelope({ data: setupChecklistSchema }),
  }),
  dismissSetupChecklist: defineEndpoint({
    method: 'POST',
    path: '/settings/setupChecklist/dismiss',
    changes: ['dashboard'],
    access: 'settings:general',
    summary: 'Dismiss the setup checklist for all users',
    response: envelope({ data: setupChecklistSchema }),
  }),
  sendTestMail: defineEndpoint({
    method: 'POST',
    path: '/settings/testMail',
    changes: ['dashboard'],
    access: 'settings:general',
    summary: 'Send a test email to the caller; waits for the mail server’s response',
    message: SUCCESS.testMailSent,
    response: envelope({ data: setupChecklistSchema }),
  }),
  getContact: defineEndpoint({
    method: 'GET',
    path: '/settings/contact',
    access: 'staff',
    summary: 'Support contact and Admins for the contact page, and the upload limit for the publish page',
    response: envelope({ data: contactSchema }),
  }),
  getBrand: defineEndpoint({
    method: 'GET',
    path: '/settings/brand',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary: 'Product name and logo',
    response: envelope({ data: brandSchema }),
  }),
  readLogo: defineEndpoint({
    method: 'GET',
    path: '/settings/logo',
    access: 'anyone',
    rateLimit: 'none-needed',
    summary: 'The logo, cached permanently with its version in `v`; 404 without one',
    query: z.object({ v: z.catch(z.optional(z.string()), undefined) }),
    response: 'file',
    file: 'stored',
  }),
  updateLogo: defineEndpoint({
    method: 'POST',
    path: '/settings/logo',
    changes: ['settings'],
    access: 'settings:general',
    summary: `Set the logo: a PNG or JPEG image of at most ${LOGO_MAX_KB} kB`,
    filePart: LOGO_PART,
    message: SUCCESS.saved,
    response: envelope({ data: brandSchema }),
  }),
  removeLogo: defineEndpoint({
    method: 'DELETE',
    path: '/settings/logo',
    changes: ['settings'],
    access: 'settings:general',
    summary: 'Restore the product’s default logo',
    message: SUCCESS.logoRemoved,
    response: envelope({ data: brandSchema }),
  }),
}
