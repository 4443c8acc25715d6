import { pluralize } from '../../../lib/format.ts'

export const title = 'Last 30 Days'

export const nothing = 'Nothing was published or registered in the last 30 days'
export const nothingHint = 'The chart starts with the first report or patient.'
export const noReports = 'No reports in the last 30 days'
export const byType = 'Reports by type'
export const byDay = 'Reports and registrations by day'
export const day = 'Day'
export const type = 'Type'
export const overTimeSummary = (reports: number, patients: number) =>
  `${pluralize(reports, 'report')} and ${pluralize(patients, 'registration')} in the last 30 days`
