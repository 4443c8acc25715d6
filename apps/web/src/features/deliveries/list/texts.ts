import { formatCount, pluralize } from '../../../lib/format.ts'
import type { ListView } from './delivery-search.ts'

export const deliveries = 'Deliveries'
export const deliveriesSubtitle = 'What was sent to patients, and what needs attention'
export const VIEWS: Record<ListView, string> = {
  attention: 'Needs attention',
  all: 'All messages',
  'not-reached': 'Not reached',
  'not-opened': 'Not opened for 3 days',
  'correction-not-opened': 'Correction not opened',
  'no-contact': 'No contact',
  'aging-out': 'Becoming adults',
}
export const countOf = (count: number, limit: number) =>
  count >= limit ? `${formatCount(limit)}+` : formatCount(count)
export const NONE: Record<Exclude<ListView, 'aging-out'>, string> = {
  attention: 'Nothing needs attention',
  all: 'Nothing was sent yet',
  'not-reached': 'No message failed',
  'not-opened': 'No report is waiting to be opened',
  'correction-not-opened': 'Everyone who opened an earlier version has opened the correction',
  'no-contact': 'Every patient can be reached',
}
export const noneNeedsAttentionHint = 'Messages that do not arrive or are not opened are listed here.'
export const nothingSentHint = 'Messages to patients are listed here, with what came of them.'
export const noMatch = 'Nothing matches'
export const noMatchHint = 'Try another name, ZL ID or channel.'
export const noContactHint =
  'These reports should have been sent, but the patient has no contact with consent. Add a contact or a consent, or hand over a printed slip.'
export const correctionHint =
  'These recipients opened an earlier version and not the corrected one. Call them, or send it again.'

export const search = 'Search by name or ZL ID'
export const channel = 'Channel'
export const allChannels = 'All channels'

export const patient = 'Patient'
export const report = 'Report'
export const sentTo = 'Sent to'
export const status = 'Status'
export const when = 'When'
export const actions = 'Actions'
export const notOpenedSince = (day: string) => `Not opened since ${day}`
export const earlierVersionOpened = (version: number) => `Opened version ${version}, not the correction`
export const missing = 'Missing'
export const allReachedHint = 'Patients without a contact or consent appear here, to be called.'
export const MISSING = { 'no-contact': 'Contact', 'no-consent': 'Consent' } as const

export const select = 'Select'
export const selectMessage = (name: string) => `Select the message to ${name}`
export const selectAll = 'Select All'
export const selectNone = 'Select None'
export const sendSelected = 'Send Selected Again'
export const sending = 'Sending...'
export const selected = (count: number) => `${count} selected`
export const sentAgain = (count: number) => `${pluralize(count, 'message is', 'messages are')} on the way`
export const notSentAgain = (count: number) =>
  `${pluralize(count, 'message was', 'messages were')} not sent again`
export const notSentBecause = (reason: string) => `Not sent again: ${reason}`

export const sentToPatient = 'Sent to This Patient'
export const nothingSent = 'Nothing was sent yet'
export const showMore = 'Show More'
export const showAll = 'Show all'

export const noneAgingOut = 'No patient becomes an adult within 30 days'
export const noneAgingOutHint = 'Patients with a guardian are listed here for 30 days before the access ends.'
export const born = (day: string) => `Born ${day}`
export const accessEnds = 'Access ends'
export const guardians = 'Guardians'
export const ownContact = 'Patient’s own contact'
export const canBeReached = 'With consent'
export const cannotBeReached = 'Missing or without consent'
