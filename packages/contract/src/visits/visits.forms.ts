import { bulkOf } from '../fields/bulk.ts'
import { isNameableDay } from '../fields/date-range.ts'
import {
  blankable,
  boundedMultiline,
  boundedText,
  choiceField,
  clearable,
  emailField,
  idField,
  type PhoneSchema,
  typedText,
  textField,
} from '../fields/fields.ts'
import {
  CLOCK_DIFFERENCE_MS,
  LICENSE_LENGTH,
  NO_VISIT,
  NOTE_MAX_LENGTH,
  PAYMENTS,
  REASON_LENGTH,
  REFERRER_KINDS,
  REFERRER_NAME_LENGTH,
  VISIT_REPORTS_MAX,
  VISIT_TYPES_MAX,
  type Payment,
} from '../limits.ts'
import { timestamp } from '../fields/query-fields.ts'
import { VALIDATION } from '../messages.ts'
import { ORDER_NUMBER_LENGTH } from '../integrations/integration-records.ts'
import { z } from '../zod.ts'

const isMoment = (text: string) =>
  z.iso.datetime({ offset: true }).safeParse(text).success &&
  isNameableDay(new Date(text).toISOString().slice(0, 10))

export const momentField = z.pipe(
  typedText(VALIDATION.moment).check(z.trim(), z.refine(isMoment, { error: VALIDATION.moment, abort: true })),
  z.transform((text: string) => new Date(text).toISOString()),
)

const expectedTypes = z.array(idField()).check(z.maxLength(VISIT_TYPES_MAX, { error: VALIDATION.visitTypes }))

const noteField = boundedMultiline(
  { min: 1, max: NOTE_MAX_LENGTH },
  VALIDATION.required,
  VALIDATION.noteTooLong,
)

/** Every field is optional; an update leaves absent ones as they are. */
export const visitBody = z.object({
  reportTypeIds: z.optional(expectedTypes),
  reportIds: z.optional(
    z.array(idField()).check(z.maxLength(VISIT_REPORTS_MAX, { error: VALIDATION.visitReports })),
  ),
  /** Given, it is certain: connections of the referrer get the reports of the visit. */
  referrerId: clearable(idField(VALIDATION.referrer)),
  /** The clinic's own number of the order, returned with its reports. */
  orderNumber: clearable(boundedText(ORDER_NUMBER_LENGTH, VALIDATION.orderNumber, VALIDATION.orderNumber)),
  collectedAt: clearable(momentField),
  receivedAt: clearable(momentField),
  promisedAt: clearable(momentField),
  payment: z.optional(z.enum(PAYMENTS, { error: VALIDATION.invalid })),
  /** Required with `payment: 'waived'`, and dropped with any other. */
  waiverReason: z.optional(boundedText(REASON_LENGTH, VALIDATION.typedReason, VALIDATION.textTooLong)),
  note: clearable(noteField),
})
export type VisitFields = z.output<typeof visitBody>

/** Visits as they were loaded, with their next payment. */
export const setPaymentsBody = z.object({
  items: bulkOf(
    z.object({
      id: idField(),
      updatedAt: timestamp,
      payment: z.enum(['unknown', 'due', 'paid'], { error: VALIDATION.invalid }),
    }),
  ),
})
export type PaymentOfVisit = z.output<typeof setPaymentsBody>['items'][number]

/** Reports in the version that was printed. */
export const handOverPapersBody = z.object({
  items: bulkOf(z.object({ id: idField(), version: idField(VALIDATION.invalid) })),
})
export type PrintedReport = z.output<typeof handOverPapersBody>['items'][number]

/** Visit added with a registration. */
export const expectedVisitBody = z.object({
  reportTypeIds: expectedTypes,
  payment: z.optional(z.enum(['due', 'paid'], { error: VALIDATION.invalid })),
})
export type ExpectedVisit = z.output<typeof expectedVisitBody>

interface CheckedVisit {
  collectedAt?: string | null | undefined
  receivedAt?: string | null | undefined
  promisedAt?: string | null | undefined
  payment?: Payment | undefined
  waiverReason?: string | null | undefined
}
type VisitProblem = { path: keyof CheckedVisit; message: string }

/** Problems between the fields of a visit. Times are ISO texts. */
export const visitProblems = (visit: CheckedVisit, now: Date): VisitProblem[] => {
  const [collected, received, promised] = [visit.collectedAt, visit.receivedAt, visit.promisedAt].map(
    (at) => at && new Date(at).getTime(),
  )
  const latest = now.getTime() + CLOCK_DIFFERENCE_MS
  const problems: VisitProblem[] = []
  if (collected && collected > latest)
    problems.push({ path: 'collectedAt', message: VALIDATION.collectedInFuture })
  if (received && received > latest)
    problems.push({ path: 'receivedAt', message: VALIDATION.receivedInFuture })
  else if (received && collected && received < collected)
    problems.push({ path: 'receivedAt', message: VALIDATION.receivedBeforeCollected })
  if (promised && promised < Math.max(collected || 0, received || 0))
    problems.push({ path: 'promisedAt', message: VALIDATION.promisedTooEarly })
  if (visit.payment === 'waived' && !visit.waiverReason)
    problems.push({ path: 'waiverReason', message: VALIDATION.typedReason })
  return problems
}

const licenseField = boundedText(LICENSE_LENGTH, VALIDATION.licenseNumber, VALIDATION.licenseNumber)
/** With single spaces, because the name is the key. */
const singleSpaced: typeof textField = (required) =>
  textField(required).check(z.overwrite((text) => text.replace(/\s{2,}/g, ' ')))
const referrerName = boundedText(
  REFERRER_NAME_LENGTH,
  VALIDATION.referrerName,
  VALIDATION.referrerName,
  singleSpaced,
)

export const referrerForm = <Phone extends PhoneSchema>(phone: Phone) =>
  z.object({
    kind: choiceField(REFERRER_KINDS, VALIDATION.required),
    name: referrerName,
    phone: clearable(phone),
    email: clearable(emailField()),
    licenseNumber: clearable(licenseField),
    note: clearable(noteField),
  })

export const visitSettingsBody = z.object({
  isOn: z.boolean({ error: VALIDATION.required }),
  /** Omitted to leave it as it is. */
  holdsUnpaid: z.optional(z.boolean({ error: VALIDATION.required })),
  givesLinks: z.optional(z.boolean({ error: VALIDATION.required })),
})

export type VisitSettingsChanges = z.output<typeof visitSettingsBody>

/** Visit of the report to publish. Without it, the only visit that awaits the type. */
export const visitOfReport = blankable(z.union([z.literal(NO_VISIT), idField(VALIDATION.invalid)]))
