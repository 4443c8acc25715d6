import type { InboxItem, InboxMatch, InboxNotice, InboxProblem, InboxOrigin } from '@zelab/contract'

export const inbox = 'Inbox'

export const MATCHES: Record<InboxMatch, string> = {
  green: 'Patient found',
  amber: 'Check',
  red: 'No patient',
}

/** Patient, type and title are complete, and nothing else is in doubt. */
export const ready = 'Ready'

export const PROPOSALS: Record<NonNullable<InboxItem['proposal']>, string> = {
  file: 'Named in the file',
  'last-choice': 'Same as last time',
}

export const openInbox = 'Open Inbox'
export const waiting = 'Files that wait'
export const nothingWaits = 'No files wait to be published.'
export const sourceProblem = (name: string) => `${name} does not work`

export const SOURCES: Record<InboxOrigin, string> = {
  upload: 'Uploaded',
  folder: 'Watched folder',
  hl7: 'Laboratory system (HL7)',
}

export const PROBLEMS: Record<InboxProblem, string> = {
  superseded: 'Replaced by the sender',
  'withdrawn-by-sender': 'Withdrawn by the sender',
  'not-final': 'Preliminary results',
  'already-published': 'Already published',
  'already-awaiting': 'Awaits release already',
  critical: 'Critical result',
  'no-earlier-report': 'Earlier report not found',
}

export const NOTICES: Record<InboxNotice['code'], string> = {
  'order-of-other-patient': 'Order of another patient',
  'order-of-other-visit': 'Order of an earlier visit',
  'referrer-differs': 'Another referrer',
  'visit-changed': 'Visit changed by the sender',
  'collected-unclear': 'Collection time not understood',
  'received-unclear': 'Receipt time not understood',
  'referrer-unclear': 'Referrer not understood',
}

export const KINDS: Record<Exclude<InboxItem['kind'], 'report'>, string> = {
  amendment: 'Correction',
  withdrawal: 'Withdrawal',
}

export const born = (date: string) => `Born ${date}`
export const openedBy = (name: string) => `Opened by ${name}`
export const openedByYou = 'Opened by you'
export const lab = 'Lab'
export const patient = 'Patient'
export const file = 'File'
export const reportType = 'Report Type'
export const title = 'Report Title'
export const source = 'Source'
export const emrId = 'EMR ID'
export const publishing = 'Publishing...'
export const typeMissing = 'Report type missing'
export const titleMissing = 'Title missing'
export const reportOf = (id: number) => `Report #${id}`
export const openReport = 'Open Report'
