import { outcomeSchema } from '../fields/bulk.ts'
import { timestamp } from '../fields/query-fields.ts'
import { PAYMENTS, REFERRER_KINDS } from '../limits.ts'
import { reportMarksSchema } from '../reports/reports.contract.ts'
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
  /** In the list `uncollected`: published reports that were neither sent nor handed over in their current version. */
  uncollected: z.array(z.object({ id: z.number(), title: z.string(), version: z.number() })),
  patient: z.object({ id: z.number(), fullName: z.string(), phone: z.object({ number: z.string() }) }),
})
export type AwaitedVisit = z.output<typeof awaitedVisitSchema>

export const visitSettingsSchema = z.object({
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

export const paymentOutcomeSchema = z.extend(outcomeSchema, {
  /** For a further change of the visit; null with a problem. */
  updatedAt: z.nullable(timestamp),
})
export type VisitPaymentOutcome = z.output<typeof paymentOutcomeSchema>

/** Visit status of a patient. */
export const patientVisitsSchema = z.object({
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
