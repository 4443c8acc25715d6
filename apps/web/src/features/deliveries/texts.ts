import type {
  ConsentChannel,
  DelegateRelation,
  DeliveryChannel,
  DeliveryEventKind,
  DeliveryFailure,
  DeliveryHold,
  DeliveryPurpose,
  DeliveryState,
  LinkChannel,
  LinkRevocation,
  ReportCall,
  ReportCallOutcome,
} from '@zelab/contract'
import * as words from '../../ui/texts.ts'
import { formatCount, inSentence } from '../../lib/format.ts'

export const sendToPatient = 'Send to Patient'
export const HOW: Record<LinkChannel, string> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  slip: 'Printed slip',
  copy: 'Copy the link',
}
export const SENT_BY: Record<DeliveryChannel, string> = { ...HOW, copy: 'Copied link', paper: 'Paper' }
/** Version 1 (CONSENT_WORDING_VERSION): a change of the wording needs a new version. */
export const CONSENT: Record<ConsentChannel, string> = {
  email: 'The patient agrees to receive links to reports by email at this address',
  sms: 'The patient agrees to receive links to reports by SMS on this number',
  whatsapp: 'The patient agrees to receive links to reports by WhatsApp on this number',
}
export const sending = 'Sending...'
export const messageQueued = 'The message is on its way'
export const messageHeld = 'The message waits'

export const notSentYet = 'Not sent yet'
export const STATES: Record<DeliveryState, string> = {
  queued: 'Waiting',
  held: 'Held',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not reached',
  unconfirmed: 'Not confirmed',
  canceled: 'Canceled',
  'handed-over': words.STATES.handedOver,
}
export const HOLDS: Record<DeliveryHold, string> = {
  unpaid: 'Waits for payment',
  critical: 'Waits for the call',
  suspended: 'Waits for the correction',
  restored: 'Held after a restored backup',
}
/** For SMS: accepted by the gateway, which does not prove the arrival. */
export const accepted = 'Accepted'
export const delivered = 'Delivered'
export const opened = 'Opened'
export const handedOverOnPaper = 'Handed over on paper'
export const linkEnded = 'Link ended'
export const expired = 'Expired'
export const PURPOSES: Record<DeliveryPurpose, string> = {
  report: '',
  renewal: 'New link',
  amended: 'Correction',
  withdrawn: 'Withdrawal',
  'sent-in-error': 'Request to delete',
  'contact-lab': 'Request to contact the lab',
}
export const FAILURES: Record<DeliveryFailure, string> = {
  'contact-changed': 'The patient’s contact changed',
  'no-consent': 'The consent was withdrawn',
  'no-contact': 'The record has no contact',
  'shared-contact': 'Another patient has the same contact',
  'report-withdrawn': 'The report was withdrawn',
  'address-refused': 'The mail server refused the address',
  'message-refused': 'The mail server refused the message',
  'mail-server': 'The mail server could not be reached',
  'number-refused': 'The SMS gateway refused the number',
  gateway: 'The SMS gateway could not be reached',
  'not-delivered': 'The SMS gateway could not deliver the message',
  'access-ended': 'The access of the guardian or delegate ended',
  'hold-ended': 'The link no longer waits',
  'stopped-while-sending': 'The service stopped while sending. The message may have arrived.',
}
export const REVOCATIONS: Record<LinkRevocation, string> = {
  staff: 'ended by the staff',
  renewed: 'replaced by a new link',
  'contact-changed': 'the patient’s contact changed',
  'wrong-tries': 'too many wrong dates of birth',
  'access-ended': 'the access of the guardian or delegate ended',
}
export const EVENTS: Record<DeliveryEventKind, string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  retried: 'Not taken by the server; will be tried again',
  failed: 'Not reached',
  unconfirmed: 'Not confirmed',
  canceled: 'Canceled',
  'handed-over': words.STATES.handedOver,
  opened: 'Opened by the patient',
  'wrong-tries': 'Wrong date of birth',
  locked: 'Locked for 15 minutes after wrong dates of birth',
  'code-sent': 'Code sent',
  renewed: 'New link requested',
  revoked: 'Link ended',
  held: 'Held',
}
export const RELATIONS: Record<DelegateRelation, string> = {
  parent: 'Parent',
  'legal-guardian': 'Legal guardian',
  spouse: 'Spouse',
  child: 'Child',
  sibling: 'Sibling',
  caregiver: 'Caregiver',
  other: 'Other',
}
export const personWithRelation = (name: string, relation: DelegateRelation) =>
  `${name} (${RELATIONS[relation].toLowerCase()})`
export const by = (name: string) => `by ${name}`
export const automatic = 'automatic'
export const firstOpened = (at: string) => `Opened ${at}`
export const openedEarlierVersion = (version: number) => `Only version ${version} was opened`
export const version = (version: number) => `Version ${version}`
export const worksUntil = (day: string) => `Link works until ${day}`
export const history = 'History'
export const resendTo = (name: string, title: string) => `Send Again: ${title} to ${name}`
export const resend = 'Send Again'
export const endLink = 'End Link'
export const cancelMessage = 'Cancel Message'
export const askEndLink = 'End this link?'
export const endLinkMessage = 'The patient can no longer open the report with it. This cannot be undone.'
export const linkWasEnded = 'The link was ended'
export const messageCanceled = 'The message was canceled'

export const sentInError = 'This report was sent to the wrong patient'
export const recipientsOf = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'recipient has' : 'recipients have'} a link to it, which shows no file any more.`
export const askToDelete = 'Ask to Delete It'
export const waitsForDoctor = 'A Doctor or an Admin must confirm before they are asked to delete it.'
export const askedToDelete = (name: string) => `${name} confirmed, and they are asked to delete it.`
export const recipientsInformed = 'The recipients will be informed'

export const withdrawnOnPaper = 'The patient has this withdrawn report on paper'
export const callForPaper = (name: string) => `Call ${inSentence(name)} and ask for the paper back:`
export const paperOf = (version: number, at: string, name: string) =>
  `Version ${version} was handed over on ${at} by ${inSentence(name)}.`

export const recordCall = 'Record Call'
export const recordCallOf = (name: string, title: string) => `Record Call: ${title} to ${name}`
export const callTo = (name: string) => `Call to ${inSentence(name)}`
export const callOutcome = 'Outcome'
export const CALL_OUTCOMES: Record<ReportCallOutcome, string> = {
  reached: 'Reached: will collect',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  other: 'Other',
}
export const calledAt = 'When'
export const callNote = 'Note'
export const callHint = 'A recorded call cannot be changed.'
export const recordingCall = 'Recording…'
export const callRecorded = 'Call recorded'
export const called = ({ outcome, note, by: caller }: ReportCall, at: string) =>
  `Called ${at} by ${inSentence(caller.fullName)}: ${outcome === 'other' && note !== null ? note : CALL_OUTCOMES[outcome].toLowerCase()}`
export const correctNumber = 'Correct the Number'

export const deliveries = 'Deliveries'
