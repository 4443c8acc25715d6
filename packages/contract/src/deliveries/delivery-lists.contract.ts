import {
  calledReportSchema,
  deliverySchema,
  reportCallSchema,
  shownDeliverySchema,
} from './delivery-records.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { DELEGATE_RELATIONS, DELIVERY_CHANNELS, DELIVERY_VIEWS, BULK_MAX } from '../limits.ts'
import { bulkOf } from '../fields/bulk.ts'
import { idField } from '../fields/fields.ts'
import {
  idParams,
  limitField,
  pageField,
  paginationSchema,
  searchText,
  timestamp,
} from '../fields/query-fields.ts'
import { z } from '../zod.ts'

/** Why a report waits for its patient: there is nowhere to send it, or no consent to send it. */
export const MISSING_CONTACTS = ['no-contact', 'no-consent'] as const
export type MissingContact = (typeof MISSING_CONTACTS)[number]

export const unreachableReportSchema = z.object({
  report: calledReportSchema,
  patient: z.object({ id: z.number(), fullName: z.string(), phone: z.string() }),
  publishedAt: timestamp,
  missing: z.enum(MISSING_CONTACTS),
  call: reportCallSchema,
})
export type UnreachableReport = z.output<typeof unreachableReportSchema>

const filterFields = {
  channel: z.catch(z.optional(z.enum(DELIVERY_CHANNELS)), undefined),
  search: z.catch(searchText, ''),
}

export const resendResultSchema = z.object({
  id: z.number(),
  /** Null when the message was not sent again. */
  delivery: z.nullable(deliverySchema),
  refusal: z.nullable(z.string()),
  refusalText: z.nullable(z.string()),
})
export type ResendResult = z.output<typeof resendResultSchema>

export const resendManyBody = z.object({
  ids: bulkOf(idField()),
})

/** A patient who becomes an adult soon, which ends the access of guardians. */
export const agingOutPatientSchema = z.object({
  patient: z.object({ id: z.number(), fullName: z.string(), dateOfBirth: z.string() }),
  endsOn: z.string(),
  guardians: z.array(
    z.object({ id: z.number(), fullName: z.string(), relation: z.enum(DELEGATE_RELATIONS) }),
  ),
  /** True if the patient consented to messages at a contact that none of these guardians shares. */
  canBeReached: z.boolean(),
})
export type AgingOutPatient = z.output<typeof agingOutPatientSchema>

export const deliveryListEndpoints = {
  getAgingOut: defineEndpoint({
    method: 'GET',
    path: '/delivery/getAgingOut',
    access: 'reports:send',
    patientData: 'list',
    summary: 'Patients who become adults within 30 days and whose guardians lose access, the next one first',
    query: z.object({ page: pageField, limit: limitField }),
    response: envelope({ data: z.array(agingOutPatientSchema), pagination: paginationSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/delivery/getAll',
    access: 'reports:send',
    patientData: 'list',
    summary:
      'Deliveries of the caller’s lab, newest first: all, those that need attention, or one kind of these: not reached, not opened, correction not opened',
    query: z.object({
      page: pageField,
      limit: limitField,
      view: z.catch(z.enum(DELIVERY_VIEWS), 'all'),
      ...filterFields,
    }),
    response: envelope({ data: z.array(deliverySchema), pagination: paginationSchema }),
  }),
  listWithoutContact: defineEndpoint({
    method: 'GET',
    path: '/delivery/getWithoutContact',
    access: 'reports:send',
    patientData: 'list',
    summary:
      'Reports of the last 30 days that were not sent because their patient cannot be reached, newest first',
    query: z.object({ page: pageField, limit: limitField }),
    response: envelope({ data: z.array(unreachableReportSchema), pagination: paginationSchema }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/delivery/export',
    access: 'reports:send',
    summary: 'A view of the deliveries as a CSV file, streamed, the newest 10,000',
    query: z.object({ view: z.catch(z.enum([...DELIVERY_VIEWS, 'no-contact']), 'all'), ...filterFields }),
    response: 'file',
    file: 'export',
  }),
  getCounts: defineEndpoint({
    method: 'GET',
    path: '/delivery/getCounts',
    access: 'reports:send',
    summary: 'How many deliveries, reports and guardians need attention, by view, each up to 1,000',
    response: envelope({
      data: z.object({
        notReached: z.number(),
        notOpened: z.number(),
        correctionNotOpened: z.number(),
        noContact: z.number(),
        agingOut: z.number(),
      }),
    }),
  }),
  listOfPatient: defineEndpoint({
    method: 'GET',
    path: '/delivery/getOfPatient/:id',
    access: 'patients:view',
    patientData: 'list',
    summary: 'What was sent to a patient, of all reports, with its steps, newest first; counts up to 1,000',
    params: idParams,
    query: z.object({ page: pageField, limit: limitField }),
    response: envelope({ data: z.array(shownDeliverySchema), pagination: paginationSchema }),
  }),
  resendMany: defineEndpoint({
    method: 'POST',
    path: '/delivery/resendMany',
    changes: ['deliveries'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    summary: `Send messages that did not arrive again, at most ${BULK_MAX}; answers what happened to each`,
    repeats: true,
    body: resendManyBody,
    response: envelope({ data: z.array(resendResultSchema) }),
  }),
}
