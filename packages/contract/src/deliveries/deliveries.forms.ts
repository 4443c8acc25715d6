import {
  blankable,
  boundedMultiline,
  choiceField,
  idField,
  prepared,
  typedText,
  wholeNumber,
} from '../fields/fields.ts'
import {
  ADULT_AGE,
  CLOCK_DIFFERENCE_MS,
  LANGUAGES,
  LINK_DAYS,
  NOTE_MAX_LENGTH,
  SENDER_NAME_LENGTH,
  SLIP_PAPERS,
} from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { withoutMarks } from '../fields/typed-text.ts'
import { momentField } from '../visits/visits.forms.ts'
import { z } from '../zod.ts'

/** The version of the sentence that staff read to the patient (`texts.ts` of the patient page). */
export const CONSENT_WORDING_VERSION = 1

/** Channels on which staff send or print the link themselves. */
export const HAND_OVER_CHANNELS = ['whatsapp', 'slip', 'copy'] as const
export type HandOverChannel = (typeof HAND_OVER_CHANNELS)[number]

const languageField = z.enum(LANGUAGES, { error: VALIDATION.invalid })

export const patientDeliveryBody = z.object({
  language: languageField,
  consents: z.object({ email: z.boolean(), sms: z._default(z.boolean(), false), whatsapp: z.boolean() }),
})

export type PatientDeliveryChoice = z.output<typeof patientDeliveryBody>

/** Omitted fields stay unchanged, including those that another user changed in the meantime. */
export const patientDeliveryChanges = z.object({
  language: z.optional(languageField),
  consents: z._default(
    z.object({
      email: z.optional(z.boolean()),
      sms: z.optional(z.boolean()),
      whatsapp: z.optional(z.boolean()),
    }),
    {},
  ),
})
export type PatientDeliveryChanges = z.output<typeof patientDeliveryChanges>

export const SEND_CHANNELS = ['email', 'sms'] as const
export type SendChannel = (typeof SEND_CHANNELS)[number]

/** Channels with a link, all but paper. */
export type LinkChannel = SendChannel | HandOverChannel

/** The guardian or delegate who receives the message; the patient if omitted. */
const delegateIdField = blankable(idField())

export const sendReportBody = z.object({
  channel: z._default(z.enum(SEND_CHANNELS, { error: VALIDATION.invalid }), 'email'),
  language: languageField,
  delegateId: delegateIdField,
})
export type SendReport = z.output<typeof sendReportBody>

export const handOverBody = z.object({
  channel: z.enum(HAND_OVER_CHANNELS, { error: VALIDATION.invalid }),
  language: languageField,
  delegateId: delegateIdField,
})
export type HandOver = z.output<typeof handOverBody>

export const visitLinkBody = z.object({ language: languageField })

/** The version that was printed. */
export const handOverPaperBody = z.object({ version: idField(VALIDATION.invalid) })

export const REPORT_CALL_OUTCOMES = ['reached', 'no-answer', 'wrong-number', 'other'] as const
export type ReportCallOutcome = (typeof REPORT_CALL_OUTCOMES)[number]

export const reportCallForm = z.object({
  outcome: choiceField(REPORT_CALL_OUTCOMES, VALIDATION.callOutcome),
  calledAt: momentField,
  note: blankable(
    boundedMultiline({ min: 1, max: NOTE_MAX_LENGTH }, VALIDATION.required, VALIDATION.noteTooLong),
  ),
})
export const reportCallBody = z.extend(reportCallForm, {
  /** The version that the caller saw. */
  version: idField(VALIDATION.invalid),
  delegateId: delegateIdField,
})
export type ReportCallFields = z.output<typeof reportCallBody>

/** Problems between the fields of a call. */
export const reportCallProblems = (
  { outcome, calledAt, note }: z.output<typeof reportCallForm>,
  now: Date,
): { path: 'calledAt' | 'note'; message: string }[] => [
  ...(new Date(calledAt).getTime() > now.getTime() + CLOCK_DIFFERENCE_MS
    ? [{ path: 'calledAt' as const, message: VALIDATION.callInFuture }]
    : []),
  ...(outcome === 'other' && note === undefined
    ? [{ path: 'note' as const, message: VALIDATION.callNote }]
    : []),
]

const hourField = z.coerce
  .number<number | string>({ error: VALIDATION.invalid })
  .check(z.int({ error: VALIDATION.invalid }), z.minimum(0), z.maximum(23))

const senderNameError = `Please use ${SENDER_NAME_LENGTH.min} to ${SENDER_NAME_LENGTH.max} English letters, digits and spaces, beginning with a letter`

const senderNameField = prepared(
  (value: string | null) => (typeof value === 'string' && withoutMarks(value).trim() === '' ? null : value),
  z.nullable(
    typedText(senderNameError).check(
      z.trim(),
      z.minLength(SENDER_NAME_LENGTH.min, { error: senderNameError }),
      z.maxLength(SENDER_NAME_LENGTH.max, { error: senderNameError }),
      z.regex(/^[A-Za-z][A-Za-z0-9 ]*$/, { error: senderNameError }),
    ),
  ),
)

export const labDeliverySettingsBody = z.object({
  linkDays: wholeNumber(LINK_DAYS, 'days'),
  isAutomatic: z.boolean(),
  quietFromHour: hourField,
  quietUntilHour: hourField,
  /** Null or blank uses the lab's name; omitted fields stay unchanged. */
  senderName: z.optional(senderNameField),
  adultAge: z.optional(wholeNumber(ADULT_AGE, 'years')),
  slipPaper: z.optional(z.enum(SLIP_PAPERS, { error: VALIDATION.invalid })),
})
export type LabDeliveryChanges = z.output<typeof labDeliverySettingsBody>
