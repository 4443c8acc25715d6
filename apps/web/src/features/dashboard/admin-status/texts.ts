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
export const HELD: Record<HeldKind, { title: (count: number) => string }> = {
  'patient-messages': {
    title: (count) =>
      `Held after a restore: ${counted(count, 'message to a patient', 'messages to patients')}`,
  },
  'account-mails': {
    title: (count) => `Held after a restore: ${counted(count, 'account email', 'account emails')}`,
  },
  'staff-notices': {
    title: (count) => `Held after a restore: ${counted(count, 'notice to staff', 'notices to staff')}`,
  },
}
export const heldSince = (when: string) =>
  `A backup was restored, or the database was recovered to an earlier moment, ${when}. Most of this was sent before, and links in it open in this installation. Reminders to staff pause until you decide.`
export const sendHeld = 'Send'
export const discardHeld = 'Discard'
export const resumeHeld = 'Resume'
export const askSend =
  'They are sent again to everyone, after the quiet hours of each lab. What was sent before the restore is received twice.'
export const askDiscard = 'They are never sent. Staff can send reports again one by one.'
export const askResume =
  'Reminders to staff about late releases, expiring keys and failing receivers start again.'
