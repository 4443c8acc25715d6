import { pluralize } from '../../lib/format.ts'

export const reportTypes = 'Report Types'
export const reportTypesSubtitle = 'The types of reports in every lab'
export const typeTitle = 'Title'
export const typeDescription = 'Description'
export const actions = 'Actions'
export const reportTypesTable = 'Report types'
export const searchReportTypes = 'Search report types...'
export const noReportTypesFound = 'No report types found'
export const tryAnotherSearch = 'Try another search or clear it.'
export const addFirst = 'Add the first one to publish reports.'
export const newReportType = 'New Report Type'
export const editReportType = 'Edit Report Type'
export const edit = (title: string) => `Edit ${title}`
export const deleteType = (title: string) => `Delete ${title}`
export const askDeleteReportType = 'Delete report type'
export const deleteQuestion = (title: string) =>
  `Are you sure you want to delete ${title} report type? This action is irreversible.`

export const everyLabUsesIt = 'Every lab uses this type'
export const renameNote = 'The new title appears on reports that are published from now on.'
export const keepTitle = (count: number, title: string) =>
  count === 0
    ? `No report of your lab has the title ${title}.`
    : `${pluralize(count, 'published report')} of your lab ${count === 1 ? 'keeps' : 'keep'} the title ${title}.`
export const addReportType = 'Add Report Type'
export const askAddReportType = 'Add report type'
export const add = 'Add'
export const adding = 'Adding...'
export const sensitive = 'Sensitive'
export const sensitiveHint =
  'Links need a code as well, and are never sent to a contact that two patients share.'
export const loinc = 'LOINC Code'
export const loincHint = 'Optional. Connected systems recognize the type by it.'

export const commonTypesHint =
  'Every report has a type. Uncheck those that your labs do not offer; more are added at any time.'
export const addTypes = (count: number) => `Add ${pluralize(count, 'Report Type')}`
export const COMMON_TYPES = [
  'Complete Blood Count',
  'Blood Glucose',
  'HbA1c',
  'Lipid Panel',
  'Liver Function',
  'Kidney Function',
  'Thyroid Function',
  'Vitamin D',
  'Iron Studies',
  'Urinalysis',
  'Stool Analysis',
  'Microbiology Culture',
]
