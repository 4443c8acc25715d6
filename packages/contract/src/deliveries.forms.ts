import { LANGUAGES } from './delivery-messages.ts'
import { VALIDATION } from './messages.ts'
import { z } from './zod.ts'

/** Channels that need the patient's consent. */
export const CONSENT_CHANNELS = ['email', 'whatsapp'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** The version of the sentence that staff read to the patient (`texts.ts` of the patient page). */
export const CONSENT_WORDING_VERSION = 1

/** How a link is handed over by the staff themselves, who then send or print it. */
export const HAND_OVER_CHANNELS = ['whatsapp', 'slip', 'copy'] as const
export type HandOverChannel = (typeof HAND_OVER_CHANNELS)[number]

/** How long a link works, and the hours in which automatic messages wait. */
export const LINK_DAYS = { min: 1, max: 90, default: 30 } as const
export const QUIET_HOURS = { from: 21, until: 8 } as const

const languageField = z.enum(LANGUAGES, { error: VALIDATION.invalid })

export const patientDeliveryBody = z.object({
  language: languageField,
  consents: z.object({ email: z.boolean(), whatsapp: z.boolean() }),
})

/** Language and consents of a patient as they are chosen. */
export type PatientDeliveryChoice = z.output<typeof patientDeliveryBody>

export const sendReportBody = z.object({ language: languageField })

export const handOverBody = z.object({
  channel: z.enum(HAND_OVER_CHANNELS, { error: VALIDATION.invalid }),
  language: languageField,
})

const hourField = z.coerce
  .number<number | string>({ error: VALIDATION.invalid })
  .check(z.int({ error: VALIDATION.invalid }), z.minimum(0), z.maximum(23))

const linkDaysError = `Please enter a whole number of days from ${LINK_DAYS.min} to ${LINK_DAYS.max}`

export const labDeliverySettingsBody = z.object({
  linkDays: z.coerce
    .number<number | string>({ error: linkDaysError })
    .check(
      z.int({ error: linkDaysError }),
      z.minimum(LINK_DAYS.min, { error: linkDaysError }),
      z.maximum(LINK_DAYS.max, { error: linkDaysError }),
    ),
  isAutomatic: z.boolean(),
  quietFromHour: hourField,
  quietUntilHour: hourField,
})
