import type { CRITICAL_CAUSES, CriticalList } from '@zelab/contract'
import { CRITICAL_COUNT_LIMIT } from '@zelab/contract/limits'
import { formatCount, pluralize } from '../../lib/format.ts'

export const criticalResult = 'Critical Result'
export const criticalResults = 'Critical Results'
export const flag = 'Flag as Critical'
export const flagAgain = 'Flag Again'
export const askFlag = (number: string) => `Flag report ${number} as critical?`
export const flagMessage =
  'Its clock starts now. Only a call that is read back closes it, and the patient gets no message before.'
export const flagging = 'Flagging…'
export const flagged = 'Flagged as critical'
export const CAUSES: Record<(typeof CRITICAL_CAUSES)[number], string> = {
  flagged: 'Flagged',
  corrected: 'Corrected after the call',
  reassigned: 'Moved here from another patient',
}
export const by = 'by'
export const target = (minutes: number) => `Target ${minutes} minutes`
export const escalated = (times: number) => `Escalated ${pluralize(times, 'time')}`
export const told = 'Messages to staff'
export const step = (number: number) => `Step ${number}`
export const CHANNELS = { email: 'Email', sms: 'SMS' } as const
export const NOTICES = {
  queued: 'waits since',
  sending: 'is being sent since',
  accepted: 'accepted',
  refused: 'refused',
  unconfirmed: 'not confirmed',
  canceled: 'not sent',
} as const
export const retried = 'not accepted, tried again;'
export const awaitsConfirmation =
  'From a restored backup: nobody is told before an Admin confirms it on the page Critical Results.'
export const restoredTitle = (count: number) =>
  count === 1
    ? '1 critical result was open in the restored backup'
    : `${count} critical results were open in the restored backup`
export const restoredHint = 'Most were acknowledged since. Notices for open ones are sent after you confirm.'
export const confirmRestored = 'Tell People Again'
export const restoredConfirmed = 'People are told again'
export const closedReadBack = 'Read back'
export const after = (span: string) => `after ${span}`
export const CLOSINGS = {
  'read-back': 'Read back',
  withdrawn: 'Ended by the withdrawal',
  reassigned: 'Moved to the right patient’s report',
  mistaken: 'Flagged by mistake',
  joined: 'Continued with the published report',
} as const
export const removeFlag = 'Remove Flag…'
export const askRemoveFlag = 'Remove the flag?'
export const removeFlagMessage =
  'For a report that was flagged by mistake. Its clock ends, and what waits for the patient is sent. Recorded calls and the reason stay.'
export const confirmRemoveFlag = 'Remove Flag'
export const removingFlag = 'Removing…'
export const flagRemoved = 'Flag removed'
export const earlier = 'Earlier'

export const calls = 'Calls'
export const noCalls = 'No call recorded yet'
export const recordCall = 'Record Call'
export const recordCallOf = (number: string) => `Record Call about report ${number}`
export const toCall = 'Call'
export const callTo = (number: string) => `Call about report ${number}`
export const callHint = 'A recorded call cannot be changed.'
export const calledBefore = 'Choose whom you called'
export const person = 'Person called'
export const role = 'Role'
export const roleHint = 'For example referring doctor, ward nurse'
export const phone = 'Number'
export const beganAt = 'Began'
export const endedAt = 'Ended'
export const outcome = 'Outcome'
export const caller = 'Who called'
export const readOut = 'What was read out'
export const value = 'Value'
export const unit = 'Unit'
export const identifiers = 'Patient’s identifiers read out'
export const readBackWith = 'Read back with'
export const identifierPair = (name: string, other: string) => `${name} and ${other}`
export const recordedAt = 'Recorded'
export const recordedLate = (delay: string) => `${delay} after the call`
export const aboutVersion = (version: number) => ` · about version ${version}`
export const aboutRevision = (revision: number) => ` · about revision ${revision}, before the release`
export const recordFurtherCall = 'Record Further Call'
export const recording = 'Recording…'
export const callRecorded = 'Call recorded'
export const closedByCall = 'Critical result closed'

export const patientWaits = 'Messages to the patient wait for the call.'
export const messageAllowed = 'Patient messages allowed:'
export const permissionEnded = (version: number) =>
  `The permission for version ${version} has ended: messages about the new version wait for the call.`
export const sendAnyway = 'Send Anyway…'
export const sendAnywayOf = 'Send to the patient before the call?'
export const sendAnywayMessage =
  'What waits for the patient is sent at once. The reason is recorded with your name. The call is still needed.'
export const reason = 'Reason'
export const send = 'Send Anyway'
export const sending = 'Sending…'
export const sent = 'Patient messages allowed'

export const callRecord = 'Call Record'
export const callRecordOf = (id: number) => `Call record of report #${id}`
export const print = 'Print'
export const flaggedAt = 'Flagged'
export const dueAt = 'Due'
export const informedAt = 'Read back'
export const closedAt = 'Closed'
export const noCallRecord = 'No call record'
export const neverCritical = 'This report was never critical.'

export const noReferrer = 'No referrer: choose who to call'
export const notOpen = 'This critical result is not open any more'
export const LISTS: Record<CriticalList, string> = { open: 'Open', closed: 'Read back' }
export const countOf = (count: number | undefined) =>
  count === undefined ? undefined : `${formatCount(count)}${count >= CRITICAL_COUNT_LIMIT ? '+' : ''}`
export const NOTHING: Record<CriticalList, string> = {
  open: 'No critical result is open',
  closed: 'No critical result has been read back yet',
}
export const NOTHING_HINT: Record<CriticalList, string> = {
  open: 'A report flagged as critical appears here until its call is read back.',
  closed: 'Results appear here once a call is read back.',
}
export const awaitsRelease = 'Awaits release'
export const callCount = (count: number) => (count === 0 ? 'No call yet' : pluralize(count, 'call'))
export const notUsed = 'This lab does not use critical results'
export const notUsedHint = 'An Admin can turn them on in the settings of the lab.'

export const times = 'Critical results'
export const timesHint = 'From flagging to the call that was read back'
export const withinTarget = 'Within the target'
export const share = (percent: number) => `${percent} %`
export const ofCounted = (count: number) => `of ${count} read back or overdue`
export const median = 'Half within'
export const p90 = '90 % within'
export const open = 'Open now'
export const recordedLateCount = 'Recorded more than 15 minutes after the call'
export const withdrawn = 'Withdrawn or discarded without a call'
export const mistaken = 'Flagged by mistake'
export const none = 'None'
