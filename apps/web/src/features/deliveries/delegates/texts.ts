import type { DelegateEndReason, DelegateKind } from '@zelab/contract'

export const guardiansAndDelegates = 'Guardians and Delegates'
export const cardHint = 'Who may receive reports for the patient'
export const add = 'Add Person'
export const none = 'Reports go to the patient only'
export const change = 'Change'
export const changeOf = (name: string) => `Change ${name}`
export const endAccess = 'End Access'
export const endAccessOf = (name: string) => `End the access of ${name}`
export const KINDS: Record<DelegateKind, string> = { guardian: 'Guardian', delegate: 'Delegate' }
export const begins = (day: string) => `Begins on ${day}`
export const until = (day: string) => `Until ${day}`
export const untilAge = (age: number, day: string) => `Until the patient turns ${age} on ${day}`
export const withoutEnd = 'Without an end'
export const documentSeenOf = (document: string) => `Document seen: ${document}`
export const recordedBy = (name: string, at: string) => `Recorded ${at} by ${name}`
export const formerPeople = (count: number) =>
  count === 1 ? '1 person whose access has ended' : `${count} people whose access has ended`
export const ended = (at: string) => `Ended ${at}`
export const END_REASONS: Record<DelegateEndReason, string> = {
  staff: 'ended by the staff',
  changed: 'replaced by changed details',
  expired: 'the last day has passed',
  adult: 'the patient is an adult',
}
export const endedBy = (reason: string, name: string | undefined) =>
  name === undefined ? reason : `${reason}, ${name}`

export const askEnd = (name: string) => `End the access of ${name}?`
export const endMessage =
  'Waiting messages are canceled and links that were sent to this person end at once. This cannot be undone.'
export const accessEnded = 'The access has ended'

export const addTitle = 'Add a guardian or delegate'
export const changeTitle = 'Change a guardian or delegate'
export const changeHint =
  'Links that were sent to this person end, even when the contacts stay the same. Send the reports again afterwards.'
export const kind = 'May receive reports as'
export const KIND_HINTS: Record<DelegateKind, string> = {
  guardian: 'Until the patient is an adult',
  delegate: 'As long as the patient wants',
}
export const theirName = 'Their name'
export const relation = 'Relation to the patient'
export const chooseRelation = 'Select a relation'
export const theirLanguage = 'Language of their messages'
export const theirEmail = 'Their email'
export const theirMobile = 'Their mobile'
export const documentSeen = 'Document seen'
export const documentHint = 'For example a birth certificate with its number'
export const firstDay = 'First day'
export const lastDay = 'Last day'
export const lastDayHint = 'Empty for no last day'
/** Version 1 (DELEGATE_WORDING_VERSION): a change of the wording needs a new version. */
export const agreement =
  'This person agrees to receive links to the patient’s reports at the email address and mobile entered here'
export const agreementMissing = 'Please ask the person and tick the box'
