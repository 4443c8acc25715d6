import { STATUS_CHANGED, VISIT_CHANGED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { BULK_MAX, PAYMENTS, REFERRER_KINDS, VISIT_LISTS } from '../limits.ts'
import { outcomeSchema } from '../fields/bulk.ts'
import { phoneField } from '../fields/phone.ts'
import {
  idListOf,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  savedAt,
  searchText,
  seenAt,
  timestamp,
} from '../fields/query-fields.ts'
import { reportMarksSchema } from '../reports/reports.contract.ts'
import {
  handOverPapersBody,
  referrerForm,
  setPaymentsBody,
  visitBody,
  visitSettingsBody,
} from './visits.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const VISIT_STATES = ['open', 'awaited', 'late', 'ready', 'canceled'] as const
export type VisitState = (typeof VISIT_STATES)[number]

const referrerRowSchema = z.object({ id: z.number(), kind: z.enum(REFERRER_KINDS), name: z.string() })

export const referrerSchema = z.extend(referrerRowSchema, {
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  licenseNumber: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isArchived: z.boolean(),
})
export type Referrer = z.output<typeof referrerSchema>

/** Where a missing report is: the inbox, or awaiting release, or sent back to its author. */
export const WAITING_PLACES = ['inbox', 'release', 'returned'] as const

const expectedSchema = z.array(
  z.object({
    id: z.number(),
    title: z.string(),
    isFulfilled: z.boolean(),
    waits: z.nullable(
      z.object({
        place: z.enum(WAITING_PLACES),
        since: timestamp,
        /** The person who has the file open, or the author. */
        person: z.nullable(z.string()),
      }),
    ),
  }),
)

export const visitSchema = z.object({
  id: z.number(),
  patientId: z.number(),
  /** `awaited` and `late` lack an expected report; `open` expects none and has none. */
  state: z.enum(VISIT_STATES),
  expected: expectedSchema,
  reports: z.array(z.object({ id: z.number(), title: z.string(), marks: reportMarksSchema })),
  referrer: z.nullable(referrerRowSchema),
  /** True if staff chose it, or its license number was stated. */
  isReferrerCertain: z.boolean(),
  orderNumber: z.nullable(z.string()),
  collectedAt: z.nullable(timestamp),
  receivedAt: z.nullable(timestamp),
  /** The day, when a sender states no time. */
  collectedOn: z.nullable(z.string()),
  receivedOn: z.nullable(z.string()),
  promisedAt: z.nullable(timestamp),
  /** The earliest target of an expected report that is missing; without a promise, it decides whether the visit is late. */
  targetAt: z.nullable(timestamp),
  payment: z.enum(PAYMENTS),
  paymentSet: z.nullable(z.object({ at: timestamp, by: z.object({ fullName: z.string() }) })),
  waiverReason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type Visit = z.output<typeof visitSchema>

/** Reasons why a visit waits. */
export const visitFactsSchema = z.pick(visitSchema, {
  id: true,
  updatedAt: true,
  state: true,
  expected: true,
  promisedAt: true,
  targetAt: true,
  payment: true,
})

export const awaitedVisitSchema = z.extend(visitSchema, {
  /** Published reports that were neither sent nor handed over in their current version. */
  uncollected: z.array(z.object({ id: z.number(), title: z.string(), version: z.number() })),
  patient: z.object({ id: z.number(), fullName: z.string(), phone: z.object({ number: z.string() }) }),
})
export type AwaitedVisit = z.output<typeof awaitedVisitSchema>

const visitSettingsSchema = z.object({
  isOn: z.boolean(),
  /** True if links to reports wait until their visit is paid. */
  holdsUnpaid: z.boolean(),
  /** True if patients get a link with their visit that becomes the link to its first report. */
  givesLinks: z.boolean(),
})
export type VisitSettings = z.output<typeof visitSettingsSchema>

/** Names the visit as it was loaded, for a change. */
export const seenVisitSchema = z.object({ id: z.number(), updatedAt: timestamp })
export type SeenVisit = z.output<typeof seenVisitSchema>

const paymentOutcomeSchema = z.extend(outcomeSchema, {
  /** Of the visit after the change; null with a problem. */
  updatedAt: z.nullable(timestamp),
})
export type VisitPaymentOutcome = z.output<typeof paymentOutcomeSchema>

/** Visit status of a patient. */
const patientVisitsSchema = z.object({
  patientId: z.number(),
  state: z.nullable(z.enum(['awaited', 'late', 'ready'])),
  /** Reports of the awaited visit that is due first, like its times. */
  expected: expectedSchema,
  promisedAt: z.nullable(timestamp),
  /** Null with a promise. */
  targetAt: z.nullable(timestamp),
  /** The newest visit whose payment is due. */
  dueVisit: z.nullable(seenVisitSchema),
  /** The newest visit, while its payment is not known. */
  unknownPayment: z.nullable(seenVisitSchema),
})
export type PatientVisits = z.output<typeof patientVisitsSchema>

const VISITS_OF_PATIENTS_MAX = 20

const referrerBody = referrerForm(phoneField)

export const visitEndpoints = {
  getVisitSettings: defineEndpoint({
    method: 'GET',
    path: '/lab/getVisitSettings/:id',
    shows: 'labs',
    access: 'staff',
    summary: 'Whether a lab uses visits, holds links to unpaid reports, and gives links to visits',
    params: idParams,
    response: envelope({ data: z.extend(visitSettingsSchema, savedAt) }),
  }),
  updateVisitSettings: defineEndpoint({
    method: 'PUT',
    path: '/lab/updateVisitSettings/:id',
    changes: ['labs'],
    afterRefusal: true,
    access: 'labs:view',
    summary:
      'Turn visits, holding links to unpaid reports, or links to visits on or off for a lab; what was entered stays',
    params: idParams,
    body: z.extend(z.partial(visitSettingsBody), seenAt),
    message: SUCCESS.saved,
    response: envelope({ data: z.extend(visitSettingsSchema, savedAt) }),
  }),
  listVisits: defineEndpoint({
    method: 'GET',
    path: '/visit/getByPatientId/:id',
    access: 'patients:view',
    patientData: 'list',
    summary: 'Visits of a patient, newest first; none while the lab does not use visits',
    params: idParams,
    query: z.object({ page: pageField, limit: limitField }),
    response: envelope({
      data: z.array(visitSchema),
      pagination: paginationSchema,
      lab: z.object({ id: z.number(), usesVisits: z.boolean() }),
    }),
  }),
  addVisit: defineEndpoint({
    method: 'POST',
    path: '/visit/create/:id',
    changes: VISIT_CHANGED,
    afterRefusal: true,
    access: 'visits:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Add a visit of a patient; waiving a payment needs visits:waive',
    params: idParams,
    body: visitBody,
    message: SUCCESS.saved,
    response: envelope({ data: visitSchema }),
  }),
  updateVisit: defineEndpoint({
    method: 'PUT',
    path: '/visit/update/:id',
    changes: VISIT_CHANGED,
    afterRefusal: true,
    access: 'visits:edit',
    patientData: 'change',
    summary: 'Change a visit, or which reports belong to it; waiving a payment needs visits:waive',
    params: idParams,
    /** `updatedAt` of the visit as loaded; a different value is a conflict. */
    body: z.extend(visitBody, { updatedAt: z.optional(timestamp) }),
    message: SUCCESS.saved,
    response: envelope({ data: visitSchema }),
  }),
  cancelVisit: defineEndpoint({
    method: 'POST',
    path: '/visit/cancel/:id',
    changes: VISIT_CHANGED,
    afterRefusal: true,
    access: 'visits:edit',
    idempotent: true,
    patientData: 'change',
    summary: 'Cancel a visit: it stays readable, awaits nothing, and no longer names its reports',
    params: idParams,
    response: envelope({ data: visitSchema }),
  }),
  setPayments: defineEndpoint({
    method: 'PUT',
    path: '/visit/setPayments',
    changes: VISIT_CHANGED,
    afterRefusal: true,
    access: 'visits:edit',
    patientData: 'change',
    repeats: true,
    summary: `Set the payment of visits, at most ${BULK_MAX}, and name what became of each; a visit that has the payment stays as it is`,
    body: setPaymentsBody,
    response: envelope({
      data: z.array(paymentOutcomeSchema),
    }),
  }),
  handOverPapers: defineEndpoint({
    method: 'POST',
    path: '/visit/handOverPapers',
    changes: [...STATUS_CHANGED, 'deliveries', 'activity'],
    afterRefusal: true,
    access: 'reports:send',
    idempotent: true,
    patientData: 'change',
    repeats: true,
    summary: `Record that reports were printed and handed over on paper, at most ${BULK_MAX}, and name what became of each; refused for a version that is not current`,
    body: handOverPapersBody,
    response: envelope({ data: z.array(outcomeSchema) }),
  }),
  listAwaited: defineEndpoint({
    method: 'GET',
    path: '/visit/getAwaited',
    access: 'patients:view',
    patientData: 'list',
    summary:
      'Visits of the caller’s lab that lack an expected report (today, late, or due within the hour), or whose reports are ready and were neither sent nor handed over (uncollected)',
    query: z.object({ page: pageField, limit: limitField, list: z.catch(z.enum(VISIT_LISTS), 'today') }),
    response: envelope({ data: z.array(awaitedVisitSchema), pagination: paginationSchema }),
  }),
  countAwaited: defineEndpoint({
    method: 'GET',
    path: '/visit/getCounts',
    access: 'patients:view',
    summary: 'How many visits each list of the counter has, up to 200',
    response: envelope({ data: z.record(z.enum(VISIT_LISTS), z.number()) }),
  }),
  listStates: defineEndpoint({
    method: 'GET',
    path: '/visit/getStates',
    access: 'patients:view',
    patientData: 'list',
    summary: `Whether reports of patients are awaited, late or ready, and whether a payment is due; ${VISITS_OF_PATIENTS_MAX} patients at most`,
    query: z.object({ patients: idListOf(VISITS_OF_PATIENTS_MAX) }),
    response: envelope({ data: z.array(patientVisitsSchema) }),
  }),
  listReferrers: defineEndpoint({
    method: 'GET',
    path: '/lab/getReferrers/:id',
    access: 'patients:view',
    summary: 'Doctors and clinics that refer patients to a lab, by name, without archived ones',
    params: idParams,
    query: z.object({
      page: pageField,
      limit: limitField,
      search: z.catch(searchText, ''),
      kind: z.catch(z.optional(z.enum(REFERRER_KINDS)), undefined),
    }),
    response: envelope({ data: z.array(referrerSchema), pagination: paginationSchema }),
  }),
  addReferrer: defineEndpoint({
    method: 'POST',
    path: '/lab/addReferrer/:id',
    changes: ['visits'],
    access: 'visits:edit',
    idempotent: true,
    summary: 'Add a doctor or clinic that refers patients to a lab',
    params: idParams,
    body: referrerBody,
    message: SUCCESS.saved,
    response: envelope({ data: referrerSchema }),
  }),
  updateReferrer: defineEndpoint({
    method: 'PUT',
    path: '/referrer/update/:id',
    changes: ['visits'],
    access: 'visits:edit',
    summary: 'Change a referrer',
    params: idParams,
    body: z.partial(referrerBody),
    message: SUCCESS.saved,
    response: envelope({ data: referrerSchema }),
  }),
  archiveReferrer: defineEndpoint({
    method: 'POST',
    path: '/referrer/archive/:id',
    changes: ['visits'],
    afterRefusal: true,
    access: 'visits:edit',
    summary: 'Archive a referrer: no longer offered, but kept by its visits',
    params: idParams,
    response: envelope({ data: referrerSchema }),
  }),
}
