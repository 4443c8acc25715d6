import { formatCount } from '../../lib/format.ts'

export const change = 'Change'
export const searchPatient = 'Search by name, phone or ZL id'
export const searching = 'Searching...'
export const firstFound = (count: number) =>
  `The first ${formatCount(count)}. Type more to find the right one.`
export const found = (count: number) => `${formatCount(count)} found`
export const born = (date: string) => `born ${date}`
export const noOtherPatientFound = 'No other patient found'
export const patientsFound = 'Patients found'

export const fileNamesPatient = 'The file names this patient'
export const whatIsCompared = 'What is compared'
export const inTheFile = 'In the file'
export const onTheRecord = 'On the record'
export const patientNotFound = 'Patient Not Found'
export const patientNotFoundHint =
  'The patient you are looking for does not exist. Please check the patient ID and try again.'
