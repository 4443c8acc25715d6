import { formatCount } from '../../lib/format.ts'

// Choosing a patient
export const change = 'Change'
export const searchPatient = 'Search by name, phone or ZL id'
export const searching = 'Searching...'
export const firstFound = (count: number) =>
  `The first ${formatCount(count)}. Type more to find the right one.`
export const found = (count: number) => `${formatCount(count)} found`
export const born = (date: string) => `born ${date}`
export const noOtherPatientFound = 'No other patient found'
export const patientsFound = 'Patients found'

// Choosing a report type and a reason
export const reportType = 'Report Type'
export const selectAReportType = 'Select a report type'
export const noReportTypeFound = 'No report type found'
export const selectAReason = 'Select a reason'
export const titleNamesType = (title: string, type: string) =>
  `The title says “${title}”, the type is “${type}”`
export const titleOrType = (other: string) =>
  `“${other}” is a separate report type. Cancel and correct the one that is wrong, or continue if both are right.`
