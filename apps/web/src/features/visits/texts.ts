import type { VisitList } from '@zelab/contract'
import { inSentence, pluralize } from '../../lib/format.ts'
import { STATES } from '../../ui/texts.ts'

export const visits = 'Visits'
export const cardHint = 'What the patient waits for, who referred them, and whether it is paid.'
export const add = 'Add'
export const addVisit = 'Add Visit'
export const editVisit = (id: number) => `Visit #${id}`
export const registrationHint =
  'Optional. What the patient comes for today. Received when you register; the visit’s dialog changes the time.'
export const none = 'No visits yet'
export const showAll = (count: number) => `Show All ${count}`
export const nothingExpected = 'Nothing expected'
export const cancelVisit = 'Cancel Visit'
export const printAll = 'Print All Reports'
export const reportsOfVisit = (id: number) => `Reports of visit #${id}`
export const printedTogether = (titles: readonly string[]) => `Printed together: ${titles.join(', ')}.`
export const leftOut = (titles: readonly string[]) =>
  `Not printed: ${titles.join(', ')}. Open the report to see why.`
export const nothingToPrint = 'No report of this visit can be printed. Look at the visit again.'
export const printLabel = 'Print Label'
export const labelOf = (id: number) => `Label of visit #${id}`
export const actionsOf = (id: number) => `Actions of visit #${id}`
export const askCancel = (id: number) => `Cancel visit #${id}?`
export const cancelMessage = 'Nothing is expected from it anymore. Its reports stay published.'
export const canceling = 'Canceling…'
export const visitCanceled = 'Visit canceled'
export const collected = (at: string) => `Collected ${at}`
export const received = (at: string) => `Received ${at}`
export const referredBy = (name: string) => `Referred by ${name}`
export const created = (at: string) => `Added ${at}`
export const promisedAt = 'Promised at'
export const collectedAt = 'Collected at'
export const receivedAt = 'Received at'
export const promise = (at: string) => `Promise ${at}`
export const receivedNow = 'Times: received now'
export const receivedAtTime = (at: string) => `Times: received ${at}`
export const notReceived = 'Times: not received'
export const payment = 'Payment'
export const waiverReason = 'Reason for waiving'
export const note = 'Note'
export const reports = 'Reports of this visit'
export const reportsHint = 'Published reports of this patient.'
export const noReportFound = 'No report found'
export const manageReferrers = 'Referrers, with phone and email (opens in a new tab)'
export const referrerHint = 'The doctor or clinic that asked for the tests.'
export const uncertainReferrer =
  'Named by the sender of a file. Choose it again to confirm it: only then its connected system gets the reports.'
export const orderNumber = 'Order Number'
export const orderNumberHint = 'Of the clinic, if it gave one. Its system finds the report by it.'
export const save = 'Save Visit'

export const visitLists = 'Visits'
export const LISTS: Record<VisitList, string> = {
  today: 'Awaited today',
  late: STATES.late,
  soon: 'Due within the hour',
  uncollected: 'Not collected',
}
export const NOTHING: Record<VisitList, string> = {
  today: 'Nothing more is awaited today',
  late: 'Nothing is late',
  soon: 'Nothing is due within the hour',
  uncollected: 'All ready reports were sent or handed over',
}
export const atLeast = (count: number, limit: number) => (count >= limit ? `${limit}+` : String(count))

export const select = (patient: string) => `Select the visit of ${patient}`
export const markChosenPaid = (count: number) => `Mark ${count} as Paid`
export const paid = (count: number) => `Recorded ${pluralize(count, 'payment')}`
export const notPaid = (count: number) =>
  count === 1 ? '1 payment was not recorded' : `${count} payments were not recorded`
export const unpaidAgain = (count: number) => `Took back ${pluralize(count, 'payment')}`
export const notUndone = (count: number) =>
  count === 1 ? '1 payment was not taken back' : `${count} payments were not taken back`
export const handOverChosen = (count: number) => `Hand Over ${pluralize(count, 'Report')}`
export const handOver = 'Hand Over'
export const handOverMessage =
  'This records that they were printed and handed over on paper, and cannot be undone. Check that each person gets their own.'
export const paperOf = (title: string, patient: string) => `${inSentence(title)} of ${inSentence(patient)}`
export const handedOver = (count: number) => `Handed over ${pluralize(count, 'report')}`
export const notHandedOver = (count: number) =>
  count === 1 ? '1 report was not handed over' : `${count} reports were not handed over`

export const printList = 'Print List'
export const phone = 'Phone'
export const listedReports = 'Reports'
export const listed = (shown: number, total: string) => `The first ${shown} of ${total} visits.`
