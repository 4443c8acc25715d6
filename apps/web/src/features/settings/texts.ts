import type { BackupRun } from '@zelab/contract'

export const settings = 'Settings'
export const subtitle = 'These settings apply to every lab'
export const backups = 'Backups'
export const TABS = {
  general: 'General',
  security: 'Security',
  'report-types': 'Report Types',
  backups,
} as const
export const loadingSettings = 'Loading settings'
export const unsavedChanges = 'You have unsaved changes'

export const installation = 'Installation'
export const productName = 'Product Name'
export const productNameHint = 'Shown in the sidebar, on the sign-in page, in titles and in emails'
export const timeZone = 'Time Zone'
export const timeZoneHint = 'Days in filters and counters start and end in this time zone'
export const country = 'Country'
export const countryHint = 'Connected systems of other countries need a legal basis'
export const dateOrder = 'Date Order'
export const dateOrderHint = 'The order in which dates are typed and shown in fields'
export const dayFirst = 'Day first: 31/12/1990'
export const monthFirst = 'Month first: 12/31/1990'
export const yearFirst = 'Year first: 1990-12-31'
export const defaultPageSize = 'Default Page Size'
export const pageSizeHint = 'Rows per page until a user chooses another number'
export const mail = 'Mail'
export const mailHint = 'The mail server is configured in the environment of the service'
export const mailTested = 'Tested'
export const mailNotTested = 'Not tested yet'
export const sendTestMail = 'Send Test Email'
export const toOwnAddress = 'To your own address,'
export const testMailFailed = 'The test email was not sent'
export const logo = 'Logo'
export const replaceLogo = 'Replace Logo'
export const uploadLogo = 'Upload Logo'
export const logoHint = (kb: number) =>
  `PNG or JPEG, up to ${kb} kB. It appears right away in the sidebar, on the sign-in page and in emails.`
export const supportContact = 'Support contact'
export const supportContactHint =
  'Shown to every signed-in user on the Contact page. Patients see phone and hours when a link cannot help them.'
export const supportEmail = 'Support Email'
export const supportPhone = 'Support Phone'
export const supportHours = 'Support Hours'
export const supportHoursExample = 'Sunday to Thursday, 8:00 to 18:00'
export const reportFiles = 'Report files'
export const uploadLimit = 'Upload Limit (MB)'
export const uploadLimitHint = (min: number, max: number) =>
  `The largest report file that can be uploaded, ${min} to ${max} MB`
export const keepRecords = 'Keep Records (years)'
export const keepRecordsHint =
  'After a patient’s latest report. Nothing is erased earlier. UAE law requires 25 years'

export const idleLimit = 'Idle Limit (minutes)'
export const idleLimitHint = 'Users are signed out after this time without activity'
export const absoluteLimit = 'Absolute Limit (hours)'
export const absoluteLimitHint = 'Users are signed out this long after signing in, even while active'
export const attemptsOnAccount = 'Attempts on an Account'
export const attemptsOnAccountHint = 'Failed sign-ins within the window before an account is delayed'
export const attemptsFromAddress = 'Attempts from an Address'
export const attemptsFromAddressHint = 'The same for a network address, which a whole laboratory may share'
export const signInWindow = 'Window (minutes)'
export const windowHint = 'Failed sign-ins are counted within this time. No delay is longer'
export const sessions = 'Sessions'
export const sessionsHint = 'Changes take effect immediately, also for signed-in users'
export const signInAttempts = 'Sign-in attempts'
export const signInAttemptsHint =
  'Slows down password guessing: each further failure makes the delay longer. Devices that signed in before are counted separately.'
export const secondFactor = 'Second Factor'
export const secondFactorHint =
  'Users with these roles must set up an authenticator app or a passkey before they can continue'
export const passkeys = 'Passkeys'
export const passkeysHint =
  'Users with these roles must add a passkey before they can continue. They are reminded for 14 days before.'
export const passkeysFrom = 'From'
export const passkeysFromHint = 'Without a date, at once'
export const requiredFor = 'Required for'
/** A hint with the allowed range. */
export const withRange = (hint: string, min: number, max: number) => `${hint} (${min} to ${max})`

const BACKUP_KINDS: Record<BackupRun['kind'], string> = {
  backup: 'Backup',
  check: 'Check',
  drill: 'Restore drill',
}
const BACKUP_STATES: Record<BackupRun['state'], string> = {
  queued: 'queued',
  running: 'running',
  done: 'done',
  failed: 'failed',
}
export const outcomeOf = (kind: BackupRun['kind'], state: BackupRun['state']) =>
  `${BACKUP_KINDS[kind]} ${BACKUP_STATES[state]}`
export const backupSize = (megabytes: number, files: number) => `${megabytes.toFixed(1)} MB, ${files} files`
export const never = 'Never'
export const outcome = 'Outcome'
export const started = 'Started'
export const details = 'Details'
export const backupTooOld = 'The last backup is too old'
export const noBackup = 'There is no backup'
export const turnOnBackups = 'Turn on backups'
export const turnOn = 'Turn On'
export const turnOff = 'Turn Off'
export const askTurnOff = 'Turn off backups?'
export const turnOffQuestion = 'No further backups are made. Existing backups stay where they are.'
export const folder = 'Folder'
export const schedule = 'Schedule'
export const everyDayAt = (time: string) => `Every day at ${time}`
export const freeSpace = 'Free Space'
export const gigabytes = (megabytes: number) => `${(megabytes / 1000).toFixed(1)} GB`
export const sameDisk = 'This folder is on the same disk as the data'
export const sameDiskHint =
  'It protects against mistakes, but not against the loss of the disk. Ask your IT administrator for a folder on another disk.'
export const backupsAreOff = 'Backups are off. Ask your IT administrator to turn them on.'
export const askAdministrator = 'Copy this text for your IT administrator.'
export const copyForAdministrator = 'Copy the text for the IT administrator'
export const backupProblems = {
  NOT_WRITABLE:
    'The service cannot write to its own backup folder. Copy this text for your IT administrator.',
  LITTLE_SPACE: 'There is too little free space for backups. Copy this text for your IT administrator.',
} as const
export const backupVariables = (backupSchedule = '0 2 * * *', keep = 14) =>
  `Please set these variables for the service and restart it (see "Backups" in the operations guide):

BACKUP_DIR=/path/on/another/disk
BACKUP_SCHEDULE=${backupSchedule}
BACKUP_KEEP=${keep}
BACKUP_PASSPHRASE=a long secret, kept somewhere else`
export const backUpNow = 'Back Up Now'
export const lastBackup = 'Last Backup'
export const lastVerifiedRestore = 'Last Verified Restore'
export const nextBackup = 'Next Backup'
export const notSetUp = 'Not set up'
export const kept = 'Kept'
export const keptBackups = (count: number, isEncrypted: boolean) =>
  isEncrypted ? `${count}, encrypted` : `${count}, not encrypted`
export const keptNone = 'None'
export const backupHistory = 'Backup History'
