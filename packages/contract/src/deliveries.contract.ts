import { DELIVERY_PURPOSES, LANGUAGES } from './delivery-messages.ts'
import {
  CONSENT_CHANNELS,
  handOverBody,
  labDeliverySettingsBody,
  patientDeliveryBody,
  sendReportBody,
} from './deliveries.forms.ts'
import { defineEndpoint, envelope } from './endpoint.ts'
import { idParams, limitField, pageField, paginationSchema, timestamp } from './query-fields.ts'
import { z } from './zod.ts'

export const DELIVERY_CHANNELS = ['email', 'whatsapp', 'slip', 'copy'] as const
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]

/**
 * `unconfirmed`: the service stopped while the message was being sent, so it may have arrived; it is not sent again by
 * itself. `handed-over`: the staff received the link and passed it on.
 */
export const DELIVERY_STATES = [
  'queued',
  'sending',
  'sent',
  'failed',
  'unconfirmed',
  'canceled',
  'handed-over',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why a message was not sent, or will not be. */
export const DELIVERY_FAILURES = [
  'contact-changed',
  'no-consent',
  'no-contact',
  'shared-contact',
  'report-withdrawn',
  'address-refused',
  'mail-server',
  'stopped-while-sending',
] as const
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number]

export const LINK_REVOCATIONS = ['staff', 'renewed', 'contact-changed', 'wrong-tries'] as const
export type LinkRevocation = (typeof LINK_REVOCATIONS)[number]

export const DELIVERY_EVENTS = [
  'sent',
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
] as const
export type DeliveryEventKind = (typeof DELIVERY_EVENTS)[number]

const consentSchema = z.object({
  channel: z.enum(CONSENT_CHANNELS),
  isGiven: z.boolean(),
  /** Null when nothing was recorded yet. */
  recorded: z.nullable(
    z.object({ at: timestamp, by: z.object({ fullName: z.string() }), wordingVersion: z.number() }),
  ),
})

/** How a patient wants to be reached. */
export const patientDeliverySchema = z.object({
  language: z.enum(LANGUAGES),
  /** One for each channel. */
  consents: z.array(consentSchema),
})
export type PatientDelivery = z.output<typeof patientDeliverySchema>

/** What the dialog Send to patient needs. */
export const sendOptionsSchema = z.object({
  patient: z.object({ id: z.number(), fullName: z.string() }),
  language: z.enum(LANGUAGES),
  lab: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  /** When a link made now ends. */
  linkEndsAt: timestamp,
  isSensitive: z.boolean(),
  email: z.object({
    contact: z.nullable(z.string()),
    hasConsent: z.boolean(),
    /** Whether another patient of the lab has the same address. */
    isShared: z.boolean(),
    /** A refusal code that says why nothing can be sent, and its text; null when it can. */
    refusal: z.nullable(z.string()),
    refusalText: z.nullable(z.string()),
  }),
  whatsapp: z.object({
    contact: z.string(),
    hasConsent: z.boolean(),
    isShared: z.boolean(),
    refusal: z.nullable(z.string()),
    refusalText: z.nullable(z.string()),
  }),
})
export type SendOptions = z.output<typeof sendOptionsSchema>

export const deliverySchema = z.object({
  id: z.number(),
  report: z.object({ id: z.number(), title: z.string() }),
  patient: z.object({ id: z.number(), fullName: z.string() }),
  channel: z.enum(DELIVERY_CHANNELS),
  purpose: z.enum(DELIVERY_PURPOSES),
  contact: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  state: z.enum(DELIVERY_STATES),
  failure: z.nullable(z.enum(DELIVERY_FAILURES)),
  reportVersion: z.number(),
  /** Null for automatic messages. */
  requestedBy: z.nullable(z.object({ fullName: z.string() })),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  /** Null for messages without a link, and before the first attempt. */
  link: z.nullable(
    z.object({
      endsAt: timestamp,
      revokedAt: z.nullable(timestamp),
      revocation: z.nullable(z.enum(LINK_REVOCATIONS)),
      firstOpenedAt: z.nullable(timestamp),
      lastOpenedAt: z.nullable(timestamp),
      /** The newest version of the report that the patient opened. */
      openedVersion: z.nullable(z.number()),
    }),
  ),
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

/** Messages of one record that are listed, newest first, and events listed of each. */
export const DELIVERIES_SHOWN = 50
export const DELIVERY_EVENTS_SHOWN = 20

const shownDeliverySchema = z.extend(deliverySchema, { events: z.array(deliveryEventSchema) })
export type ShownDelivery = z.output<typeof shownDeliverySchema>

/** A report that was published for the wrong patient and sent; `confirmedAt` is null until the message may go out. */
const sentInErrorSchema = z.object({
  recipients: z.number(),
  confirmed: z.nullable(z.object({ by: z.object({ fullName: z.string() }) })),
})

export const DELIVERY_VIEWS = ['all', 'not-reached', 'not-opened'] as const
export type DeliveryView = (typeof DELIVERY_VIEWS)[number]
/** From this age a link that its patient has not opened counts as not opened. */
export const NOT_OPENED_DAYS = 3
/** Maximum deliveries that a view counts and pages through. */
export const DELIVERY_COUNT_LIMIT = 1_000

export const labDeliverySettingsSchema = z.object({
  linkDays: z.number(),
  /** Whether every published report is sent at once. */
  isAutomatic: z.boolean(),
  /** Automatic messages wait from this hour of the day until that one; equal hours mean that they never wait. */
  quietFromHour: z.number(),
  quietUntilHour: z.number(),
})
export type LabDeliverySettings = z.output<typeof labDeliverySettingsSchema>

export const deliveryEndpoints = {
  getPatientDelivery: defineEndpoint({
    method: 'GET',
    path: '/patient/getDelivery/:id',
    access: 'patients:view',
    summary: 'Language and consents of a patient',
    params: idParams,
    response: envelope({ data: patientDeliverySchema }),
  }),
  updatePatientDelivery: defineEndpoint({
    method: 'PUT',
    path: '/patient/updateDelivery/:id',
    access: 'reports:send',
    summary:
      'Change the language of a patient, record or withdraw consents; withdrawing cancels waiting messages',
    params: idParams,
    body: patientDeliveryBody,
    response: envelope({ data: patientDeliverySchema }),
  }),
  getOptions: defineEndpoint({
    method: 'GET',
    path: '/delivery/getOptions/:id',
    access: 'reports:send',
    patientData: 'view',
    summary: 'How a report can be sent to its patient',
    params: idParams,
    response: envelope({ data: sendOptionsSchema }),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/delivery/send/:id',
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary: 'Send a link to a report to its patient by email',
    params: idParams,
    body: sendReportBody,
    response: envelope({ data: deliverySchema }),
  }),
  handOver: defineEndpoint({
    method: 'POST',
    path: '/delivery/handOver/:id',
    access: 'reports:send',
    patientData: 'change',
    summary: 'Make a link to a report for the caller to pass on by WhatsApp, on a printed slip or as text',
    params: idParams,
    body: handOverBody,
    response: envelope({
      data: z.object({
        delivery: deliverySchema,
        link: z.string(),
        text: z.string(),
        /** Opens WhatsApp with the text; null for other channels. */
        whatsappAddress: z.nullable(z.string()),
        /** The link as an SVG image for the slip; null for other channels. */
        qrCode: z.nullable(z.string()),
      }),
    }),
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/delivery/resend/:id',
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary:
      'Send the message of a failed or unconfirmed delivery again, with a new link to the current contact',
    params: idParams,
    response: envelope({ data: deliverySchema }),
  }),
  revoke: defineEndpoint({
    method: 'POST',
    path: '/delivery/revoke/:id',
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary: 'End the link of a delivery, or cancel a waiting message',
    params: idParams,
    response: envelope({ data: deliverySchema }),
  }),
  listOfReport: defineEndpoint({
    method: 'GET',
    path: '/delivery/getOfReport/:id',
    access: 'reports:view',
    patientData: 'list',
    summary: 'What was sent of a report and what happened to it, newest first',
    params: idParams,
    response: envelope({
      data: z.array(shownDeliverySchema),
      /** Set when the report was published for the wrong patient and had been sent. */
      sentInError: z.nullable(sentInErrorSchema),
    }),
  }),
  confirmSentInError: defineEndpoint({
    method: 'POST',
    path: '/delivery/confirmSentInError/:id',
    access: 'reports:confirm-error',
    idempotent: true,
    summary: 'Ask everyone who received a report of the wrong patient to delete it',
    params: idParams,
    response: envelope({}),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/delivery/getAll',
    access: 'reports:send',
    patientData: 'list',
    summary: 'Deliveries of the caller’s lab, newest first: all, those that were not reached or not opened',
    query: z.object({ page: pageField, limit: limitField, view: z.catch(z.enum(DELIVERY_VIEWS), 'all') }),
    response: envelope({ data: z.array(deliverySchema), pagination: paginationSchema }),
  }),
  getCounts: defineEndpoint({
    method: 'GET',
    path: '/delivery/getCounts',
    access: 'reports:send',
    summary: 'How many deliveries were not reached and not opened, each up to 1,000',
    response: envelope({ data: z.object({ notReached: z.number(), notOpened: z.number() }) }),
  }),
  getLabSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getDeliverySettings/:id',
    access: 'labs:view',
    summary: 'How a lab sends reports to patients',
    params: idParams,
    response: envelope({ data: labDeliverySettingsSchema }),
  }),
  updateLabSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateDeliverySettings/:id',
    access: 'labs:view',
    summary: 'Change how a lab sends reports to patients',
    params: idParams,
    body: labDeliverySettingsBody,
    response: envelope({ data: labDeliverySettingsSchema }),
  }),
}
