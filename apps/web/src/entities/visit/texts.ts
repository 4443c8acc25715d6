import type { Payment } from '@zelab/contract/limits'

export const STATES = {
  open: 'Open',
  awaited: 'Awaited',
  late: 'Late',
  ready: 'Ready',
  canceled: 'Canceled',
} as const
export const PAYMENTS: Record<Payment, string> = {
  unknown: 'Not known',
  due: 'Payment due',
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
export const promised = (at: string) => `Promised ${at}`
export const expectedBy = (at: string) => `Expected by ${at}`
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
