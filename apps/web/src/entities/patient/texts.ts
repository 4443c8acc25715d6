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
