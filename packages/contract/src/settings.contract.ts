import { z } from 'zod'
import { STAFF_ROLES } from './access.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { blankable, emailField, phoneField, textField } from './fields.ts'
import { ABSOLUTE_HOURS, IDLE_MINUTES, NOTE_MAX_LENGTH, UPLOAD_LIMIT_MB } from './limits.ts'
import { VALIDATION } from './messages.ts'

const wholeNumber = (range: { min: number; max: number }, unit: string) => {
  const problem = `Please enter a whole number of ${unit} from ${range.min} to ${range.max}`
  return z.coerce
    .number({ error: problem })
    .int({ error: problem })
    .min(range.min, { error: problem })
    .max(range.max, { error: problem })
}

export const supportContactSchema = z.object({
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  supportHours: z.string().nullable(),
})
export type SupportContact = z.output<typeof supportContactSchema>

export const generalSettingsSchema = supportContactSchema.extend({ uploadLimitMb: z.number() })
export type GeneralSettings = z.output<typeof generalSettingsSchema>

export const generalSettingsBody = z.object({
  supportEmail: blankable(emailField()),
  supportPhone: blankable(phoneField),
  supportHours: blankable(textField().max(NOTE_MAX_LENGTH, { error: VALIDATION.noteTooLong })),
  uploadLimitMb: wholeNumber(UPLOAD_LIMIT_MB, 'megabytes'),
})

export const securitySettingsSchema = z.object({
  idleMinutes: z.number(),
  absoluteHours: z.number(),
  /** Roles that cannot work without a second factor. */
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)),
})
export type SecuritySettings = z.output<typeof securitySettingsSchema>

export const securitySettingsBody = z.object({
  idleMinutes: wholeNumber(IDLE_MINUTES, 'minutes'),
  absoluteHours: wholeNumber(ABSOLUTE_HOURS, 'hours'),
  secondFactorRoles: z.array(z.enum(STAFF_ROLES)).max(STAFF_ROLES.length).default([]),
})

export const settingsEndpoints = {
  getGeneral: defineEndpoint({
    method: 'GET',
    path: '/settings/general',
    access: 'settings:general',
    summary: 'Support contact and upload limit',
    response: envelope({ data: generalSettingsSchema }),
  }),
  updateGeneral: defineEndpoint({
    method: 'PUT',
    path: '/settings/general',
    access: 'settings:general',
    summary: 'Change the support contact and the upload limit',
    body: generalSettingsBody,
    response: envelope({ data: generalSettingsSchema }),
  }),
  getSecurity: defineEndpoint({
    method: 'GET',
    path: '/settings/security',
    access: 'settings:security',
    summary: 'Idle and absolute session limits',
    response: envelope({ data: securitySettingsSchema }),
  }),
  updateSecurity: defineEndpoint({
    method: 'PUT',
    path: '/settings/security',
    access: 'settings:security',
    summary: 'Change the session limits; they hold for running sessions too',
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
}
