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
