import type { InboxCounts, InboxGroup, InboxSourceProblem, InboxView } from '@zelab/contract'
import { formatCount } from '../../../lib/format.ts'
import { MATCHES } from '../texts.ts'

export const subtitle = 'Files that wait to be published. Drop new ones anywhere on this page.'
export const views = 'Views of the inbox'
export const VIEWS: Record<InboxView, string> = {
  open: 'Open',
  automatic: 'Published automatically',
  rejected: 'Rejected',
}
export const countOf = (counts: InboxCounts) => formatCount(counts.green + counts.amber + counts.red)
/** The server stops counting here. */
const TO_REVIEW_MAX = 1000
export const toReview = ({ toReview: count }: InboxCounts) =>
  count >= TO_REVIEW_MAX ? `${formatCount(TO_REVIEW_MAX)}+` : formatCount(count)

export const GROUPS: Record<InboxGroup, string> = {
  critical: 'Flagged critical',
  ready: 'Ready',
  check: 'Check',
  'no-patient': MATCHES.red,
}

export const match = 'Match'
export const allMatches = 'All'
export const allSources = 'All sources'
export const allLabs = 'All labs'
export const matchWithCount = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${formatCount(count)})`

export const report = 'Report'
export const received = 'Received'
export const state = 'State'
export const reason = 'Reason'
export const rejected = 'Rejected'
export const published = 'Published'
export const actions = 'Actions'
export const maybe = (name: string) => `Possibly ${name}`
export const severalMatch = 'Several patients are possible'
export const noPatient = 'The file names no patient of your lab'

export const emptyTitle = 'The inbox is empty'
export const emptyHint =
  'Drop PDF, JPEG or PNG files on this page, or choose them. Each file becomes one report.'
export const noneFound = 'No items found'
export const noneFoundHint = 'Choose other filters to see more items.'
export const NONE: Record<Exclude<InboxView, 'open'>, string> = {
  automatic: 'Nothing to review',
  rejected: 'No rejected items',
}
export const NONE_HINT: Record<Exclude<InboxView, 'open'>, string> = {
  automatic: 'Reports that a source publishes automatically appear here until they are marked as reviewed.',
  rejected: 'Rejected items are kept for 30 days.',
}

export const SOURCE_PROBLEMS: Record<InboxSourceProblem, string> = {
  'folder-missing': 'The folder does not exist. Ask your IT administrator to create or connect it.',
  'folder-not-readable': 'The folder cannot be read. Ask your IT administrator for read access.',
  'folder-not-writable':
    'Files cannot be moved out of the folder. Ask your IT administrator for write access.',
  'folders-not-set-up': 'Watched folders are not set up. Ask your IT administrator to set INBOX_DIR.',
  'hl7-not-set-up': 'HL7 connections are not set up. Ask your IT administrator to set the HL7 port.',
  'inbox-full': 'The inbox is full. Publish or reject items, so that new files can arrive.',
  'storage-unavailable': 'Files cannot be stored at the moment. New files arrive when storage works again.',
  'publisher-unsuitable':
    'The person whose name automatic reports carry is no longer active in this lab. Choose another person.',
}
export const since = 'Since'

export const markReviewed = 'Mark as Reviewed'
export const markAllReviewed = (count: number) =>
  count === 1 ? 'Mark 1 Shown as Reviewed' : `Mark ${formatCount(count)} Shown as Reviewed`
export const markingReviewed = 'Marking...'
export const wereReviewed = (count: number) =>
  count === 1 ? '1 report marked as reviewed' : `${formatCount(count)} reports marked as reviewed`
export const putBack = 'Put Back'
export const puttingBack = 'Putting Back...'
export const wasPutBack = 'The item is in the inbox again'
export const byPerson = (name: string) => `by ${name}`

export const select = 'Select'
export const selectItem = (file: string) => `Select ${file}`
export const selectAll = (count: number, total: number) =>
  count < total ? `Select the First ${formatCount(count)}` : `Select All ${formatCount(count)}`
export const selectNone = 'Select None'
export const selection = 'Selected files'
export const selected = (count: number, ready: number) =>
  `${formatCount(count)} selected, ${formatCount(ready)} ready to publish`
export const publishSelected = (count: number) => `Publish ${formatCount(count)} Selected`

const files = (count: number) => (count === 1 ? '1 file' : `${formatCount(count)} files`)
export const setType = 'Set Type'
export const setTypeOf = (count: number) => `Set the report type of ${files(count)}`
export const setTypeHint = 'The title follows the type, unless the sender gave one.'
export const settingType = 'Setting...'
export const typeWasSet = (count: number, type: string) => `${type}: type of ${files(count)} set`
export const typeNotSet = (count: number) =>
  `The type of ${files(count)} was not set: opened by another person, published or rejected in the meantime.`

export const needsRelease = 'Not published automatically: a second person has to release this type'
