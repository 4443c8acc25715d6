import { pluralize } from '../lib/format.ts'

export const cancel = 'Cancel'
export const edit = 'Edit'
export const optional = 'Optional'
export const saveChanges = 'Save Changes'
export const saving = 'Saving...'
export const deleteIt = 'Delete'
export const deleting = 'Deleting...'
export const nothingWasDeleted = 'Nothing was deleted'

export const advanced = 'Advanced'

export const password = 'Password'
export const authenticationCode = 'Authentication Code'
export const authenticationCodeHint = 'Six digits from your authenticator app, or a recovery code'

export const copied = 'Copied'
export const notCopied = 'The browser did not allow copying.'
export const copyPatientId = 'Copy ZL id'
export const copyPhone = 'Copy phone number'
export const tableView = 'Table view'
export const compactRows = 'Compact rows'
export const columns = 'Columns'
export const fromDate = 'From date'
export const toDate = 'To date'
/** Undefined without a date. */
export const daysChosen = (from: string | undefined, to: string | undefined) =>
  from && to ? `${from} to ${to}` : from ? `from ${from}` : to && `until ${to}`
export const clearFilter = (label: string) => `Clear ${label}`

export const openCalendar = 'Open calendar'
export const calendar = 'Calendar'
export const dateExpected = (order: string) => `Please enter the date as ${order}`
export const timeExpected = (example: string) => `Please enter the time as ${example}`
export const yearNeedsFourDigits = 'The year needs four digits.'
export const discardTitle = 'Discard your input?'
export const discardMessage = 'What you typed in this dialog has not been saved and will be lost.'
export const discard = 'Discard'
export const typedIsBack = 'Your unsaved input has been restored.'
export const country = 'Country'
export const countryCodeFor = (field: string) => `Country code for ${field}`
export const searchCountries = 'Search countries'
export const countries = 'Countries'
export const noCountryFound = 'No country found'
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const clearSearch = 'Clear search'
export const chooseFile = 'Choose file'
export const dragFileHere = 'Drag a file here, or'
export const uploading = 'Uploading...'
export const remove = 'Remove'
export const removeNamed = (name: string) => `Remove ${name}`
export const pictureNotLoaded = 'The picture could not be loaded.'

export const goBack = 'Go Back'
export const pagination = 'Pagination'
export const rowsPerPage = 'Rows per page'
export const pageOf = (page: number, pageCount: number) => `Page ${page} of ${pageCount}`
export const position = (place: string, total: string) => `${place} of ${total}`
export const resultsFound = (count: number, isEstimate: boolean) =>
  count === 0 ? 'Nothing found' : `${isEstimate ? 'More than ' : ''}${pluralize(count, 'result')}`
export const previous = 'Previous'
export const next = 'Next'
export const opensNewTab = 'Opens in a new tab'
export const exportCsv = 'Export CSV'
export const amended = (version: number) => `Amended · v${version}`
export const retry = 'Retry'
export const noConnection =
  'No connection to the server. What you entered is kept, and this message goes away when the connection is back.'
export const loading = 'Loading'

export const fileOfAnotherPatient = 'This file may belong to another patient'
export const fileNamesPatient = 'The file names this patient'
export const whatIsCompared = 'What is compared'
export const inTheFile = 'In the file'
export const onTheRecord = 'On the record'
export const COMPARED_FIELDS = {
  name: 'Name',
  dateOfBirth: 'Date of Birth',
  emrId: 'EMR ID',
  patientId: 'ZL ID',
  phone: 'Phone',
} as const

export const patientNotFound = 'Patient Not Found'
export const patientNotFoundHint =
  'The patient you are looking for does not exist. Please check the patient ID and try again.'
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

export const chooseFromList = 'Choose an entry of the list'
export const searching = 'Searching…'
export const labTime = 'Lab time'
export const oneFileOnly = (count: number) =>
  `Only one file fits here. None of the ${count} files was taken: please drop one of them.`
export const finishedByOthers = (formatted: string, count: number) =>
  count === 1 ? '1 was finished by others' : `${formatted} were finished by others`
