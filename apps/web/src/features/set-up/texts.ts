import type { SetupChecklist } from '@zelab/contract'

export const title = 'Set Up'
export const progress = (done: number, all: number) => `${done} of ${all} done`
export const loading = 'Loading the set-up'
export type Step = 'lab' | 'person' | 'types' | 'letterhead' | 'report'
export const TITLES: Record<Step, string> = {
  lab: 'Lab',
  person: 'First person',
  types: 'Report Types',
  letterhead: 'Letterhead',
  report: 'First report',
}
export const DONE: Record<Step, keyof SetupChecklist> = {
  lab: 'hasLab',
  person: 'hasStaff',
  types: 'hasReportType',
  letterhead: 'hasLetterhead',
  report: 'hasReport',
}
export const done = 'Done'
export const needsLab = 'Create the lab first.'
export const needsPerson = 'Add the first person first.'
export const openLab = 'Open Lab'
export const openTypes = 'Open Report Types'
export const openLetterhead = 'Open Letterhead'
export const letterheadUsed = 'Reports that are published from now on get the letterhead.'
export const addUser = 'Add User'
export const reportHow =
  'Admins do not register patients. Log out, sign in as the first person, add a patient and publish a file for the patient: it gets the letterhead.'
export const reportPublished = 'The first report is published.'
export const showReports = 'Show Reports'
export const logout = 'Logout'
