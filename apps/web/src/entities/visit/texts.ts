import type { Payment, ReferrerKind } from '@zelab/contract/limits'
import * as words from '../../ui/texts.ts'

export const STATES = {
  open: 'Open',
  awaited: 'Awaited',
  late: words.STATES.late,
  ready: 'Ready',
  canceled: 'Canceled',
} as const
export const PAYMENTS: Record<Payment, string> = {
  unknown: 'Not known',
  due: words.STATES.paymentDue,
  paid: 'Paid',
  waived: 'Payment waived',
}
export const payment = 'Payment'
export const markPaid = 'Mark as Paid'
/** Buttons that set a payment that is not known. */
export const SET_PAYMENT = { paid: 'Paid', due: 'Due' } as const
export const actionFor = (action: string, patient: string) => `${action}: ${patient}`
export const PAYMENT_WAS_SET = {
  paid: 'The payment was recorded',
  due: 'The payment was recorded as due',
} as const
export const PAYMENT_IS_BACK = {
  due: 'The payment is due again',
  unknown: 'The payment is not known again',
} as const
export const undo = 'Undo'
export const expectedReports = 'Expected reports'
export const expectedHint = 'What the patient waits for. Type and press Enter.'
export const noTypeFound = 'No report type found'
export const missing = (ready: number, expected: number, titles: string) =>
  ready === 0 ? `${titles} missing` : `${ready} of ${expected} ready: ${titles} missing`
export const isMissing = (title: string) => `${title} missing`
export const isPublished = (titles: string) => `${titles} published`
interface Waits {
  place: 'inbox' | 'release' | 'returned'
  since: string
  person: string | null
}
export const waits = (title: string, { place, since, person }: Waits) => {
  if (person !== null) return `${title} since ${since} with ${person}`
  return place === 'inbox' ? `${title} in the inbox since ${since}` : `${title} awaits release since ${since}`
}
export const isCorrected = 'a report is being corrected'
export const isCanceled = 'Canceled.'
export const isDue = 'payment due'
export const isPromised = (at: string) => `promised ${at}`
export const isExpected = (at: string) => `expected by ${at}`
export const isLate = (due: string) => `late, ${due}`
export const isUsual = (minutes: number) =>
  `usually ready in ${minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`}`
export const noVisits = 'No visits yet.'
export const visit = 'Visit'
export const noVisit = 'No visit'
export const visitNumber = (id: number) => `Visit #${id}`
/** From Monday. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const referrer = 'Referrer'
export const noReferrers = 'Type a name to add the first referrer'
export const addReferrerAs = (name: string, kind: ReferrerKind) => `Add “${name}” as a ${kind}`
