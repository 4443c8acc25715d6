import type { HeldKind } from '@zelab/contract'

import { formatCount } from '../../../lib/format.ts'

export const thisMorning = 'What happened'
export const publishedYesterday = 'published yesterday'
export const publishedToday = 'published today'
export const neverOpened = 'never opened'
export const withdrawn = 'withdrawn in 7 days'
export const backupVerified = 'backup verified'
export const backupDone = 'backup, not verified yet'
export const noBackup = 'no backup yet'
export const backupOverdue = 'backup overdue'
export const backupsOff = 'backups are off'
export const none = 'None'
export const atLeast = (count: number, isEstimate: boolean) => `${formatCount(count)}${isEstimate ? '+' : ''}`

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const heldTitle = (what: string) => `Held after a restore: ${what}`
export const HELD: Record<HeldKind, { title: (count: number) => string; hint: string }> = {
  'patient-messages': {
    title: (count) => heldTitle(counted(count, 'message to a patient', 'messages to patients')),
    hint: 'Most of them were sent before. Their links open in this installation.',
  },
  'account-mails': {
    title: (count) => heldTitle(counted(count, 'account email', 'account emails')),
    hint: 'Invitations, password resets and notices to users. Most of them were sent before.',
  },
  'staff-notices': {
    title: (count) =>
      count === 0
        ? 'Reminders to staff are paused after a restore'
        : heldTitle(counted(count, 'notice to staff', 'notices to staff')),
    hint: 'Reminders about late releases, expiring keys and failing receivers pause until you decide.',
  },
}
export const heldSince = (when: string) =>
  `A backup was restored, or the database was recovered to an earlier moment, ${when}.`
export const sendHeld = 'Send'
export const discardHeld = 'Discard'
export const resumeHeld = 'Resume'
export const askSend =
  'They are sent again to everyone, after the quiet hours of each lab. What was sent before the restore is received twice.'
export const askDiscard = 'They are never sent. Staff can send reports again one by one.'
export const askResume =
  'Reminders to staff about late releases, expiring keys and failing receivers start again.'
