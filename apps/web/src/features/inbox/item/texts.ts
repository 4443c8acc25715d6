import type { InboxItem, InboxNotice, InboxProblem } from '@zelab/contract'
import { inSentence } from '../../../lib/format.ts'

export const loadingItem = 'Opening the item'
export const itemNotFound = 'Item not found'
export const itemNotFoundHint = 'It may have been removed, or belong to another lab.'
export const notOpened = 'This item cannot be opened'
export const tryAgain = 'Try Again'
export const backToInbox = 'Back to the Inbox'
export const neighbors = { previous: 'Previous item', next: 'Next item' }
export const received = (source: string) => `From ${source}, received`
export const workArea = (file: string) => `Item ${file}`
export const reserved = 'This item is no longer reserved for you'
export const reservedHint = (reason: string) => `${reason} What you entered is still here.`
export const openAgain = 'Open Again'
export const noMoreItems = 'No more open items'

export const newFile = 'New file'
export const awaitsRelease = (name: string) => `Report for ${name} awaits release by a second person`
export const publishedVersion = (version: number) => `Published version ${version}`
export const shownFile = 'File to show'
export const waitsForFile = 'You can decide once the file is shown.'
export const extractedIdentity = 'What the file says'
export const names = 'Names'
export const datesOfBirth = 'Dates of birth'
export const ids = 'IDs'
export const phones = 'Phones'
export const codes = 'Barcodes'
export const saysNothing = 'The file names no patient. Compare it with the patient yourself.'
export const notReadWhole = 'Not all pages could be read'
export const notReadWholeHint = 'A page that was not read may concern another patient. Look at every page.'
export const PROBLEMS: Record<InboxProblem, string> = {
  superseded: 'The sender sent a later message about this order, which counts instead of this one.',
  'withdrawn-by-sender': 'The sender withdrew this file, so it cannot be published. Reject it.',
  'not-final': 'The sender marked these results as preliminary. A final report may follow.',
  'already-published':
    'The same file was published before. Publish it again only if it belongs to another report.',
  'already-awaiting':
    'The same file awaits release already. Publish it again only if it belongs to another report.',
  'no-earlier-report': 'The sender corrects or withdraws a report that was not found here.',
  critical:
    'The sender marked a value as critical, so only a person publishes it. Call about it right after.',
}

export const NOTICES: Record<InboxNotice['code'], (value: string) => string> = {
  'order-of-other-patient': () =>
    'The sender used the number of this order for another patient, too. Nothing of that patient was changed. Check whom the file belongs to.',
  'order-of-other-visit': () =>
    'The patient has a visit with the number of this order, but with other dates. The report is published without it, unless you choose a visit.',
  'referrer-differs': (value) =>
    `The visit of this order was referred by ${value}. The sender states another referrer, who is not told.`,
  'visit-changed': (value) =>
    `The sender now states ${value} for the visit of the published report. The visit was not changed.`,
  'collected-unclear': (value) => `The sender wrote “${value}”. Add the time of collection to the visit.`,
  'received-unclear': (value) => `The sender wrote “${value}”. Add the time of receipt to the visit.`,
  'referrer-unclear': (value) => `The sender wrote “${value}”. Add the referrer to the visit.`,
}

export const visitDiffers = 'The visit differs'

export const changedBySender = 'The sender changed this item'
export const changedAt = 'What the sender says of the patient, order or status is from'
export const changedMeanwhile = 'The sender changed this item while you had it open'
export const changedMeanwhileHint = 'Look at it again. What you entered about the earlier state is discarded.'
export const showChanges = 'Show the Changes'

export const patient = 'Patient'
export const proposed = 'Possible patients'
export const noCandidates = 'No patient of your lab agrees with the file.'
export const moreCandidates = 'More patients are possible. Search for the right one.'
export const agrees = (field: string, value: string) => `${field} agrees: ${value}`
export const differs = (field: string, value: string) => `${field} differs: ${value} in the file`
export const anotherPatient = 'Another patient'
export const register = 'Register This Patient'
export const fileContradicts = 'The file may belong to another patient'
export const notProposed = (name: string) =>
  `The file names a patient, and nothing in it agrees with ${name}.`

export const report = 'Report'
export const PROPOSALS: Record<NonNullable<InboxItem['proposal']>, string> = {
  file: 'Type proposed: the file names it',
  'last-choice': 'Type proposed: the last one from this source',
}
export const publish = 'Publish'
export const publishFor = (name: string) => `Publish for ${name}`
export const notPublished = 'The report was not published'
export const askPublish = (name: string) => `Publish for ${inSentence(name)}?`
export const askPublishHint = 'Check the following before you publish.'
export const confirmMatch = (name: string) => `I compared the file with the patient. It belongs to ${name}.`
export const confirmWarnings = 'I know this and want to publish the file.'
export const publishAnyway = 'Publish Anyway'
export const published = (name: string) => `Published for ${name}`
export const open = 'Open'

export const reject = 'Reject'
export const rejecting = 'Rejecting...'
export const rejectTitle = 'Reject item'
export const rejectHint = (days: number) =>
  `Nothing is published. The item is kept for ${days} days under Rejected and can be put back.`
export const reason = 'Reason'
export const wasRejected = (file: string) => `${file} rejected`
export const undo = 'Undo'
export const wasPutBack = 'The item is in the inbox again'

export const proposesAmendment = 'The sender corrects a published report'
export const namesOther = 'The sender names another patient now'
export const namesOtherHint = (name: string) =>
  `The published report belongs to ${name}. If that is wrong, open the report and move it to the right patient.`
export const proposesWithdrawal = 'The sender withdraws a published report'
export const publishedReport = 'Published report'
export const version = 'Version'
export const amend = 'Publish Correction'
export const amending = 'Publishing...'
export const notAmended = 'The correction was not published'
export const wasAmended = (id: number) => `Report #${id} corrected`
export const withdraw = 'Withdraw Report'
export const withdrawHint =
  'This removes the report from every list. Users who can withdraw reports can still open it and its file.'
export const withdrawing = 'Withdrawing...'
export const notWithdrawn = 'The report was not withdrawn'
export const wasWithdrawn = (id: number) => `Report #${id} withdrawn`
export const mayNotAmend =
  'Only a Doctor or a Technician of the lab can correct reports. You can reject the proposal.'
export const mayNotWithdraw =
  'Only a Doctor or a Technician of the lab can withdraw reports. You can reject the proposal.'
export const howToPublish = 'What is this file?'
export const asNewReport = 'A report that is not published here yet'
export const asCorrection = 'A correction of a published report'
export const whichReport = 'Which report does the sender mean?'
export const chooseReport = 'Select a report'
export const choosePatientFirst = 'Choose the patient to see the published reports.'
export const noReports = 'This patient has no published reports.'

export const shortcuts = 'In an item of the inbox'
export const keyChoose = 'Choose a possible patient'
export const keyPublish = 'Publish'
export const keyReject = 'Reject'
export const keyBack = 'Back to the list'
