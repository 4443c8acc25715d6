import { REPORT_CALL_OUTCOMES } from './deliveries.forms.ts'
import { DELIVERY_PURPOSES } from './delivery-messages.ts'
import {
  CONSENT_CHANNELS,
  DELEGATE_KINDS,
  DELEGATE_RELATIONS,
  DELIVERY_CHANNELS,
  LANGUAGES,
  SLIP_PAPERS,
} from '../limits.ts'
import { timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'

/** Reasons to hold a link from its patient; `restored` ends when an Admin decides after a restore. */
export const DELIVERY_HOLDS = ['unpaid', 'critical', 'suspended', 'restored'] as const
export type DeliveryHold = (typeof DELIVERY_HOLDS)[number]

/**
 * `held`: waits until the link may go to the patient. `unconfirmed`: the service stopped while sending, so the message
 * may have arrived; it is not resent automatically.
 * `handed-over`: staff received the link and passed it on, or handed over the report on paper.
 */
export const DELIVERY_STATES = [
  'queued',
  'held',
  'sending',
  'sent',
  'failed',
  'unconfirmed',
  'canceled',
  'handed-over',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_FAILURES = [
  'contact-changed',
  'no-consent',
  'no-contact',
  'shared-contact',
  'report-withdrawn',
  'address-refused',
  'message-refused',
  'mail-server',
  'number-refused',
  'gateway',
  'not-delivered',
  'stopped-while-sending',
  'access-ended',
  'hold-ended',
] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

export const LINK_REVOCATIONS = [
  'staff',
  'renewed',
  'contact-changed',
  'wrong-tries',
  'access-ended',
] as const
export type LinkRevocation = (typeof LINK_REVOCATIONS)[number]

export const DELIVERY_EVENTS = [
  'sent',
  'delivered',
  'retried',
  'failed',
  'unconfirmed',
  'canceled',
  'handed-over',
  'opened',
  'wrong-tries',
  'locked',
  'code-sent',
  'renewed',
  'revoked',
  'held',
] as const
export type DeliveryEventKind = (typeof DELIVERY_EVENTS)[number]

const consentSchema = z.object({
  channel: z.enum(CONSENT_CHANNELS),
  isGiven: z.boolean(),
  recorded: z.nullable(
    z.object({ at: timestamp, by: z.object({ fullName: z.string() }), wordingVersion: z.number() }),
  ),
})

export const patientDeliverySchema = z.object({
  language: z.enum(LANGUAGES),
  consents: z.array(consentSchema),
})
export type PatientDelivery = z.output<typeof patientDeliverySchema>

const contactOptions = z.object({
  contact: z.nullable(z.string()),
  hasConsent: z.boolean(),
  isShared: z.boolean(),
  /** The refusal code and its text; null when the message can be sent. */
  refusal: z.nullable(z.string()),
  refusalText: z.nullable(z.string()),
})

const contactsOptions = { email: contactOptions, sms: contactOptions, whatsapp: contactOptions }

/** The head of a slip, and the paper it is printed on. */
export const slipLabSchema = z.object({
  name: z.string(),
  phone: z.nullable(z.string()),
  slipPaper: z.enum(SLIP_PAPERS),
})

export const sendOptionsSchema = z.object({
  patient: z.object({ id: z.number(), fullName: z.string() }),
  language: z.enum(LANGUAGES),
  lab: slipLabSchema,
  /** Today's message in each language, with an ellipsis for the link token. */
  texts: z.object({ en: z.string(), ar: z.string() }),
  isSensitive: z.boolean(),
  /** Why a message with a link would wait. */
  hold: z.nullable(z.enum(DELIVERY_HOLDS)),
  ...contactsOptions,
  delegates: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(DELEGATE_KINDS),
      fullName: z.string(),
      relation: z.enum(DELEGATE_RELATIONS),
      language: z.enum(LANGUAGES),
      ...contactsOptions,
    }),
  ),
})
export type SendOptions = z.output<typeof sendOptionsSchema>

/** The latest call since the message was requested, or about a report that was not sent. */
export const reportCallSchema = z.nullable(
  z.object({
    outcome: z.enum(REPORT_CALL_OUTCOMES),
    note: z.nullable(z.string()),
    calledAt: timestamp,
    by: z.object({ fullName: z.string() }),
  }),
)
export type ReportCall = NonNullable<z.output<typeof reportCallSchema>>

/** With the current version. */
export const calledReportSchema = z.object({ id: z.number(), title: z.string(), version: z.number() })

export const deliverySchema = z.object({
  id: z.number(),
  report: calledReportSchema,
  patient: z.object({ id: z.number(), fullName: z.string(), phone: z.string() }),
  /** The guardian or delegate who receives it; null for the patient. */
  delegate: z.nullable(
    z.object({
      id: z.number(),
      fullName: z.string(),
      relation: z.enum(DELEGATE_RELATIONS),
      phone: z.nullable(z.string()),
    }),
  ),
  channel: z.enum(DELIVERY_CHANNELS),
  purpose: z.enum(DELIVERY_PURPOSES),
  contact: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  state: z.enum(DELIVERY_STATES),
  failure: z.nullable(z.enum(DELIVERY_FAILURES)),
  hold: z.nullable(z.enum(DELIVERY_HOLDS)),
  reportVersion: z.number(),
  /** Null for automatic messages. */
  requestedBy: z.nullable(z.object({ fullName: z.string() })),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  /** Time at which the SMS gateway confirmed delivery; null for other channels. */
  deliveredAt: z.nullable(timestamp),
  /** Null for messages without a link, and before the first attempt. */
  link: z.nullable(
    z.object({
      endsAt: timestamp,
      revokedAt: z.nullable(timestamp),
      revocation: z.nullable(z.enum(LINK_REVOCATIONS)),
      firstOpenedAt: z.nullable(timestamp),
      lastOpenedAt: z.nullable(timestamp),
      openedVersion: z.nullable(z.number()),
    }),
  ),
  call: reportCallSchema,
})
export type Delivery = z.output<typeof deliverySchema>

export const deliveryEventSchema = z.object({
  id: z.number(),
  kind: z.enum(DELIVERY_EVENTS),
  detail: z.nullable(z.string()),
  by: z.nullable(z.object({ fullName: z.string() })),
  at: timestamp,
})
export type DeliveryEvent = z.output<typeof deliveryEventSchema>

export const shownDeliverySchema = z.extend(deliverySchema, { events: z.array(deliveryEventSchema) })
export type ShownDelivery = z.output<typeof shownDeliverySchema>

/** `confirmed` is null until the recipients may be asked to delete the report. */
export const sentInErrorSchema = z.object({
  recipients: z.number(),
  confirmed: z.nullable(z.object({ by: z.object({ fullName: z.string() }) })),
})

export const labDeliverySettingsSchema = z.object({
  linkDays: z.number(),
  isAutomatic: z.boolean(),
  quietFromHour: z.number(),
  quietUntilHour: z.number(),
  senderName: z.nullable(z.string()),
  /** A guardian's access ends on this birthday of the patient. */
  adultAge: z.number(),
  slipPaper: z.enum(SLIP_PAPERS),
})
export type LabDeliverySettings = z.output<typeof labDeliverySettingsSchema>
