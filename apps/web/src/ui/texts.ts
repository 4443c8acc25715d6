export const cancel = 'Cancel'
export const edit = 'Edit'
export const saveChanges = 'Save Changes'
export const saving = 'Saving...'
export const deleteIt = 'Delete'
export const deleting = 'Deleting...'
export const nothingWasDeleted = 'Nothing was deleted'

export const copied = 'Copied'
export const notCopied = 'The browser did not allow copying.'
export const copyPatientId = 'Copy ZL id'
export const copyPhone = 'Copy phone number'
export const goBack = 'Go Back'
export const opensNewTab = 'Opens in a new tab'
export const exportCsv = 'Export CSV'
export const amended = (version: number) => `Amended · v${version}`
export const retry = 'Retry'
export const done = 'Done'
export const noConnection =
  'No connection to the server. What you entered is kept, and this message goes away when the connection is back.'
export const loading = 'Loading'

export const fileOfAnotherPatient = 'This file may belong to another patient'
export const COMPARED_FIELDS = {
  name: 'Name',
  dateOfBirth: 'Date of Birth',
  emrId: 'EMR ID',
  patientId: 'ZL ID',
  phone: 'Phone',
} as const

export const noLabTitle = 'Your account is not linked to a lab'
export const noLabAdvice =
  'With your account, reports will not automatically appear under individual lab dashboards. We recommend:'
export const noLabPublish =
  'Have lab-linked users publish reports: assign lab users to publish for their own lab'
export const noLabDashboard = 'Use the admin dashboard for oversight'
export const noLabAccounts = 'Create lab-specific accounts'

export const switchToLightMode = 'Switch to light mode'
export const switchToDarkMode = 'Switch to dark mode'
export const dismiss = 'Dismiss'
export const close = 'Close'

export const patient = 'Patient'
export const male = 'Male'
export const female = 'Female'
export const other = 'Other'
export const sexNotRecorded = 'Sex not recorded'
export const born = 'Born'

export const reports = 'Reports'
export const registrations = 'Registrations'
export const others = (count: number) => `Others (${count})`
export const weekOf = (day: string) => `Week of ${day}`

/** A state has the same word on every screen. */
export const STATES = { paymentDue: 'Payment due', late: 'Late', handedOver: 'Handed over' } as const
