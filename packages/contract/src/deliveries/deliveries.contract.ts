import { STATUS_CHANGED } from '../record-kinds.ts'
import { textField } from '../fields/fields.ts'
import {
  handOverBody,
  handOverPaperBody,
  labDeliverySettingsBody,
  patientDeliveryChanges,
  reportCallBody,
  sendReportBody,
  visitLinkBody,
} from './deliveries.forms.ts'
import {
  deliverySchema,
  labDeliverySettingsSchema,
  patientDeliverySchema,
  sendOptionsSchema,
  slipLabSchema,
  sentInErrorSchema,
  shownDeliverySchema,
} from './delivery-records.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { idParams, savedAt, seenAt } from '../fields/query-fields.ts'
import { LANGUAGES } from '../limits.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

const RECEIPT_TEXT_LENGTH = 100
const receiptText = textField().check(z.maxLength(RECEIPT_TEXT_LENGTH))

export const deliveryEndpoints = {
  receiveSmsReceipt: defineEndpoint({
    method: 'POST',
    path: '/delivery/receipt',
    changes: [],
    access: 'anyone',
    rateLimit: 'sms-receipt',
    isSigned: true,
    summary:
      'The SMS gateway reports whether a message arrived; signed with SMS_RECEIPT_SECRET in the header X-Signature',
    body: z.object({
      id: receiptText,
      /** Delivered, failed or a synonym; other values are ignored. */
      status: receiptText,
    }),
    response: envelope({}),
  }),
  getPatientDelivery: defineEndpoint({
    method: 'GET',
    path: '/patient/getDelivery/:id',
    shows: 'sendOptions',
    access: 'patients:view',
    summary: 'Language and consents of a patient',
    params: idParams,
    response: envelope({ data: patientDeliverySchema }),
  }),
  updatePatientDelivery: defineEndpoint({
    method: 'PUT',
    path: '/patient/updateDelivery/:id',
    changes: ['deliveries', 'sendOptions', 'activity'],
    access: 'reports:send',
    summary:
      'Change the language of a patient, record or withdraw consents; withdrawing cancels waiting messages',
    params: idParams,
    body: patientDeliveryChanges,
    message: SUCCESS.saved,
    response: envelope({ data: patientDeliverySchema }),
  }),
  getOptions: defineEndpoint({
    method: 'GET',
    path: '/delivery/getOptions/:id',
    shows: 'sendOptions',
    access: 'reports:send',
    patientData: 'view',
    summary: 'How a report can be sent to its patient',
    params: idParams,
    response: envelope({ data: sendOptionsSchema }),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/delivery/send/:id',
    changes: ['deliveries', 'visits'],
    afterRefusal: true,
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
    changes: ['deliveries', 'visits'],
    afterRefusal: true,
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
        /** The last day on which the link works, in the language of the message. */
        until: z.string(),
        /** Opens WhatsApp with the text; null for other channels. */
        whatsappAddress: z.nullable(z.string()),
        /** The link as an SVG image for the slip; null for other channels. */
        qrCode: z.nullable(z.string()),
      }),
    }),
  }),
  handOverVisitLink: defineEndpoint({
    method: 'POST',
    path: '/delivery/handOverVisitLink/:id',
    changes: ['activity'],
    afterRefusal: true,
    access: 'reports:send',
    patientData: 'change',
    summary:
      'Make a link for the patient of a visit that says when its reports are expected and opens those that are there; ends the earlier one',
    params: idParams,
    body: visitLinkBody,
    response: envelope({
      data: z.object({
        language: z.enum(LANGUAGES),
        lab: slipLabSchema,
        link: z.string(),
        text: z.string(),
        /** The last day on which the link works, in its language. */
        until: z.string(),
        /** The expected day and time, in the language of the link; null when it has passed or is not known. */
        expected: z.nullable(z.string()),
        /** All reports of the visit are there. */
        isReady: z.boolean(),
        /** The link as an SVG image. */
        qrCode: z.string(),
      }),
    }),
  }),
  handOverPaper: defineEndpoint({
    method: 'POST',
    path: '/delivery/handOverPaper/:id',
    changes: [...STATUS_CHANGED, 'deliveries', 'activity'],
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary:
      'Record that a report was printed and handed over on paper; refused when the version is not current',
    params: idParams,
    body: handOverPaperBody,
    response: envelope({ data: deliverySchema }),
  }),
  recordCall: defineEndpoint({
    method: 'POST',
    path: '/delivery/recordCall/:id',
    changes: ['deliveries'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    summary: 'Record a call to the patient, guardian or delegate about a report, and what came of it',
    params: idParams,
    body: reportCallBody,
    response: envelope({}),
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/delivery/resend/:id',
    changes: ['deliveries', 'visits'],
    afterRefusal: true,
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
    changes: ['deliveries', 'visits'],
    afterRefusal: true,
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
      sentInError: z.nullable(sentInErrorSchema),
    }),
  }),
  confirmSentInError: defineEndpoint({
    method: 'POST',
    path: '/delivery/confirmSentInError/:id',
    changes: ['deliveries'],
    afterRefusal: true,
    access: 'reports:confirm-error',
    idempotent: true,
    summary: 'Ask everyone who received a report of the wrong patient to delete it',
    params: idParams,
    response: envelope({}),
  }),
  getLabSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getDeliverySettings/:id',
    shows: 'labs',
    access: 'labs:view',
    summary: 'How a lab sends reports to patients',
    params: idParams,
    response: envelope({ data: z.extend(labDeliverySettingsSchema, savedAt) }),
  }),
  updateLabSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateDeliverySettings/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary: 'Change how a lab sends reports to patients',
    params: idParams,
    body: z.extend(z.partial(labDeliverySettingsBody), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(labDeliverySettingsSchema, savedAt) }),
  }),
}
