import { LANGUAGES, LINK_DAYS } from './limits.ts'
import { VALIDATION } from './messages.ts'
import { z } from './zod.ts'

/** The version of the sentence that staff read to the patient (`texts.ts` of the patient page). */
export const CONSENT_WORDING_VERSION = 1

/** How a link is handed over by the staff themselves, who then send or print it. */
export const HAND_OVER_CHANNELS = ['whatsapp', 'slip', 'copy'] as const
export type HandOverChannel = (typeof HAND_OVER_CHANNELS)[number]

const languageField = z.enum(LANGUAGES, { error: VALIDATION.invalid })

export const patientDeliveryBody = z.object({
  language: languageField,
  consents: z.object({ email: z.boolean(), whatsapp: z.boolean() }),
})

/** Language and consents of a patient as they are chosen. */
export type PatientDeliveryChoice = z.output<typeof patientDeliveryBody>

/** What is to change; the rest stays as it is, also what another user changed meanwhile. */
export const patientDeliveryChanges = z.object({
  language: z.optional(languageField),
  consents: z._default(z.partial(patientDeliveryBody.shape.consents), {}),
})
export type PatientDeliveryChanges = z.output<typeof patientDeliveryChanges>

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
