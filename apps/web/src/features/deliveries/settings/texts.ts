import type { SlipPaper, TemplatePurpose } from '@zelab/contract'
import { formatTime, pluralize } from '../../../lib/format.ts'

export const labSending = 'Sending Reports to Patients'
export const editSending = 'Edit Sending'
export const links = 'Links'
export const workFor = (days: number) => `Work for ${pluralize(days, 'day')}`
export const everyReport = 'Every published report'
export const byHand = 'By hand'
export const sentHow = 'Sent'
export const quietHours = 'Quiet hours'
const formatHour = (hour: number) => formatTime(new Date(2000, 0, 1, hour).toISOString())
export const quietBetween = (from: number, until: number) =>
  from === until ? 'None' : `${formatHour(from)} to ${formatHour(until)}`
export const guardians = 'Guardian’s access'
export const endsAtAge = (age: number) => `Ends at age ${age}`
export const linkDays = 'Links work for (days)'
export const automaticSending = 'Send every published report automatically'
export const automaticHint =
  'By email or SMS, to patients who agreed and to guardians. Manual sending is always possible.'
export const quietFrom = 'Quiet from (hour)'
export const quietUntil = 'Quiet until (hour)'
export const quietHint =
  'Automatic messages wait during the quiet hours, 0 to 23 in the time zone of the settings. Equal hours: they never wait.'
export const labName = 'The lab’s name'
export const senderName = 'Sender name'
export const senderNameHint = 'Shown as the sender of SMS and emails. Empty: the lab’s name.'
export const adultAge = 'A guardian’s access ends at age'

export const slipPaper = 'Paper of slips'
export const SLIP_PAPERS: Record<SlipPaper, string> = {
  a4: 'A4',
  a5: 'A5',
  'roll-80': '80 mm roll',
  'roll-58': '58 mm roll',
}

export const messageTexts = 'Message Texts'
export const MESSAGES: Record<TemplatePurpose, string> = {
  report: 'A report is ready',
  renewal: 'A new link',
  amended: 'A report was corrected',
  withdrawn: 'A report was withdrawn',
  'sent-in-error': 'A report was sent in error',
}
export const message = 'Message'
export const language = 'Language'
export const text = 'Text'
export const textHint = 'The parts in braces are filled in when a message is sent.'
export const insert = (part: string) => `Insert ${part}`
export const preview = 'Preview'
export const characters = (count: number, segments: number) =>
  `${count} ${count === 1 ? 'character' : 'characters'}, ${segments} SMS`
export const builtInText = 'Return to the Built-in Text'
export const textMissing = 'Please enter a text, or return to the built-in one'
