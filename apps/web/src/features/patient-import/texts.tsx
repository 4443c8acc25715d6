import type { ImportEncoding } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { pluralize, formatCount } from '../../lib/format.ts'

export const importPatients = 'Import Patients'
export const subtitle = 'Register many patients at once from a CSV file'
export const importNotFound = 'Import not found'
export const importNotFoundHint = 'It may be more than a day old, or belong to another user.'
export const chooseAFile = 'Choose a File'
export const theServerCannotBeReached = 'The server cannot be reached'
export const importGoesOn = 'The import continues in the background. This page will show its progress again.'
export const registeringThePatients = 'Registering patients'
export const checkingFile = 'Checking the file'
export const registeringIn = (lab: string) => `Registering patients in ${lab}. You can leave this page.`
export const checking = (file: string) => `Checking ${file}`
export const lookingForDuplicates = (file: string) => `Looking for duplicates in ${file}`
export const cannotBeImported = (file: string) => `${file} cannot be imported`
export const loading = 'Loading...'
export const justAMoment = 'Just a moment'
export const rowsOf = (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} rows`
export const patientsOf = (done: number, total: number) =>
  `${formatCount(done)} of ${formatCount(total)} patients`
export const percentOf = (done: number, total: number) =>
  `${formatCount(done)} of ${formatCount(total)} percent`

export const nothingBeforeConfirm = 'Nothing is imported until you confirm'
export const belongToLab = (lab: string) =>
  `The patients will belong to ${lab}. Nothing is imported until you confirm.`
export const uploading = (file: string) => `Uploading ${file}`
export const fileHint = (rows: number, megabytes: number) =>
  `CSV, up to ${formatCount(rows)} rows and ${megabytes} MB`
export const howFileWritesDates = 'Date format of the file'
export const yearFirstUnderstood = 'Dates that start with the year are always recognized'
export const howFileIsEncoded = 'Encoding of the file'
export const howFileIsEncodedHint = 'Choose one only if names are shown wrongly'
export const detectEncoding = 'Detect automatically'
export const columns = 'Columns'
export const requiredColumn = (name: string) => `${name} (required)`
export const downloadTemplate = 'Download template'
export const columnsHint = 'The first row contains the column names, in any order. Other columns are ignored.'
export const lab = 'Lab'
export const labHint = 'The patients will belong to this lab'
export const loadingLabs = 'Loading labs...'
export const selectALab = 'Select a lab'
export const labsNotLoaded = 'The labs could not be loaded'
export const noLabsFound = 'No labs found'

export const pleaseLookAgain = 'Please look again'
export const rowsHaveErrors = (count: number) =>
  `${pluralize(count, 'row has errors', 'rows have errors')}, so the file cannot be registered as a whole`
export const fixAndUpload =
  'Fix these rows and upload again, or register the valid rows now and upload the fixed ones afterwards.'
export const patients = 'Patients'
export const rowsOfTheFile = 'Rows of the file'
export const errors = 'Errors'
export const errorsHint = 'Rows that cannot be registered'
export const possibleDuplicates = 'Possible duplicates'
export const duplicatesHint = 'Similar to a patient of the lab or an earlier row'
export const theFile = 'The file'
export const file = 'File'
export const encoding = 'Encoding'
export const encodingHint = 'If the names are wrong, choose another one: the file is read again'
export const namesAsRead = 'Names as they are read'
export const separator = 'Separator'
export const dates = 'Dates'
export const columnsNotTakenOver = 'Ignored columns'
export const chooseAnotherFile = 'Choose Another File'
export const downloadErrors = 'Download Errors'
export const downloadBadRows = 'Download the Bad Rows'
export const registerValidRows = (count: number) =>
  `Register the ${pluralize(count, 'Valid Row', 'Valid Rows')}`
export const askRegisterValid = 'Register only the valid rows?'
export const acceptLoss = (count: number) =>
  `${pluralize(count, 'row with errors is', 'rows with errors are')} not registered. I will fix and upload ${count === 1 ? 'it' : 'them'} again.`
export const leaveOutDuplicates = (count: number) => `Skip possible duplicates (${pluralize(count, 'row')})`
export const duplicatesLeftOut = (count: number) =>
  `${pluralize(count, 'possible duplicate is', 'possible duplicates are')} skipped.`
export const duplicatesRegistered = (count: number) =>
  `${pluralize(count, 'possible duplicate is', 'possible duplicates are')} registered, too.`
export const noPatients = 'No Patients to Register'
export const registerPatients = (count: number) => `Register ${pluralize(count, 'Patient')}`
export const askRegister = 'Register patients'
export const registerQuestion = (count: number, lab: string) =>
  `Are you sure you want to register ${pluralize(count, 'patient')} in ${lab}? This action is irreversible.`
export const register = 'Register'
export const registering = 'Registering...'
export const rows = 'Rows'
export const KINDS = { errors: 'Errors', duplicates: 'Possible duplicates', all: 'All rows' } as const
export const noErrorsFound = 'No errors found'
export const noPossibleDuplicatesFound = 'No possible duplicates found'
export const noRows = 'No rows'
export const row = 'Row'
export const rowLabel = (number: number) => `Row ${number}`
export const rowNumber = (number: number) => `Row ${formatCount(number)}`
export const name = 'Name'
export const phone = 'Phone'
export const dateOfBirth = 'Date of birth'
export const whatWasFound = 'Result'
export const nothing = 'Nothing'
export const nothingHint = 'The other tabs show the other rows of the file.'
export const likePatient = (patient: ReactNode) => <>Similar to {patient}</>
export const sameEmailAs = (patient: ReactNode) => <>Same email as {patient}</>
export const likeRows = (numbers: readonly number[]) =>
  `Similar to ${numbers.length === 1 ? 'row' : 'rows'} ${numbers.map(formatCount).join(', ')} of this file`

export const registeredIn = (count: number, lab: string) =>
  `${pluralize(count, 'patient was', 'patients were')} registered in ${lab}`
export const rowsSkipped = (count: number) =>
  `${pluralize(count, 'row', 'rows')} with errors ${count === 1 ? 'was' : 'were'} skipped.`
export const wereLeftOut = (count: number) =>
  `${pluralize(count, 'possible duplicate was', 'possible duplicates were')} skipped.`
export const importAnotherFile = 'Import Another File'
export const viewPatients = 'View Patients'
export const theImportFailed = 'The import failed'
export const theImportWasCancelled = 'The import was canceled'

export const registered = (count: number) => `${pluralize(count, 'patient was', 'patients were')} registered`
export const checked = (rows: number, withErrors: number, duplicates: number) =>
  `The file was checked: ${pluralize(rows, 'row')}, ${pluralize(withErrors, 'row')} with errors, ${pluralize(duplicates, 'possible duplicate')}`

export const yearFirst = 'Year first: 1990-12-31'
export const dayFirst = 'Day first: 31/12/1990'
export const monthFirst = 'Month first: 12/31/1990'

export const ENCODINGS: Record<ImportEncoding, string> = {
  'UTF-8': 'Unicode (UTF-8)',
  'UTF-16LE': 'Unicode (UTF-16)',
  'UTF-16BE': 'Unicode (UTF-16, big-endian)',
  'Windows-1252': 'Western (Windows-1252)',
  'Windows-1256': 'Arabic (Windows-1256)',
  'ISO-8859-6': 'Arabic (ISO-8859-6)',
  Macintosh: 'Western (Macintosh)',
  CP850: 'Western (MS-DOS 850)',
  CP720: 'Arabic (MS-DOS 720)',
  CP864: 'Arabic (MS-DOS 864)',
}

/** Column names of the template, which the server recognizes, and alternative names. */
export const COLUMNS: readonly { name: string; isRequired?: true; about: string }[] = [
  { name: 'Full Name', isRequired: true, about: '3 to 30 characters. Also: Name, Patient Name, الاسم' },
  {
    name: 'Phone',
    isRequired: true,
    about: '+971…, 00971… or 05… Also: Mobile, Telephone, الهاتف',
  },
  {
    name: 'Date of Birth',
    isRequired: true,
    about: 'Four-digit year. Also: DOB, Birth Date, تاريخ الميلاد',
  },
  { name: 'Gender', about: 'Male, Female, Other, M, F. Also: Sex, الجنس' },
  { name: 'Email', about: 'Also: Email Address, البريد الإلكتروني' },
  { name: 'EMR ID', about: '3 to 30 characters. Also: MRN, File No, رقم الملف' },
  { name: 'Address', about: '3 to 50 characters. Also: Address Line 1, Street, العنوان' },
  { name: 'City', about: '3 to 30 characters. Also: Town, المدينة' },
  { name: 'Registration Type', about: '“Import” if left empty' },
  { name: 'Language', about: 'Of messages to the patient: English or Arabic. Also: اللغة' },
  { name: 'Email Consent', about: 'Yes only if the patient agreed to links by email; likewise below' },
  { name: 'SMS Consent', about: 'Yes or No. Also: Consent to SMS' },
  { name: 'WhatsApp Consent', about: 'Yes or No. Also: Consent to WhatsApp' },
]
