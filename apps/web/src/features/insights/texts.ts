import type { DeliveryChannel, InsightPeriod } from '@zelab/contract'
import type { InsightTab } from './insight-search.ts'
import { formatCount, pluralize } from '../../lib/format.ts'

export const insights = 'Insights'
export const subtitle = 'Reports and registrations over time, and how soon reports are opened'
export const periods: Record<InsightPeriod, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '12m': '12 months',
  year: 'This year',
}
export const period = 'Period'
export const tooLongHint = 'Change the first or the last day to see the figures.'
export const from = 'From'
export const to = 'To'
export const lab = 'Lab'
export const allLabs = 'All labs'
export const shown = (from: string, to: string, timeZone: string) =>
  `${from === to ? from : `${from} to ${to}`}, days in ${timeZone}`

export const TABS: Record<InsightTab, string> = {
  activity: 'Activity',
  times: 'Times and quality',
  opening: 'Opened by patients',
}
export const figures = 'Key figures'
export const published = 'Reports published'
export const publishedHint = 'In this period'
export const registered = 'Patients registered'
export const opened = 'Reports opened'
export const openedHint = (share: number) => `${share} % of those published`
export const noneHint = 'Nothing published'
export const unopened = 'Not opened yet'
export const unopenedHint = 'By anyone but the publisher'

export const showTable = 'Show as table'
export const showPicture = 'Show as chart'
export const csv = 'CSV File'
export const png = 'PNG Image'
export const exportOf = (what: string) => `Export ${what}`
export const viewOf = (view: string, what: string) => `${view}: ${what}`
export const pictureFailed = 'The chart could not be saved'
export const nothing = 'Nothing in this period'
export const nothingHint = 'Choose a longer or a different period.'
export const overTime = 'Over time'
export const byType = 'Reports by type'
export const byPerson = 'By person'
export const byPersonHint = 'Who published reports and registered patients'
export const byLab = 'By lab'
export const noLab = 'No lab (Admin)'
export const unknownPerson = 'Unknown'
export const day = 'Period'
export const type = 'Report type'
export const person = 'Person'
export const waits = 'Time to first opening'
export const waited = 'First opened'
export const within = (words: string) => `Within ${words}`
export const longer = (words: string) => `After ${words}`
export const halfWithin = (words: string) => `Half of the opened reports were opened within ${words}`
export const halfLonger = (words: string) => `Half of the opened reports waited more than ${words}`
export const noneOpened = 'No report from this period has been opened yet'

export const sentToOpened = 'From sent to opened'
export const sentToOpenedHint = 'How soon patients opened what was sent to them in this period'
export const newestMessages = 'Of the newest 100,000 messages in this period'
export const nothingSent = 'Nothing was sent in this period'
export const channel = 'Channel'
export const CHANNELS: Record<DeliveryChannel, string> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  slip: 'Printed slip',
  copy: 'Copied link',
  paper: 'Paper',
}
export const sentCount = 'Sent'
export const openedCount = 'Opened'
export const hour = '1 hour'
export const oneDay = '1 day'
export const threeDays = '3 days'
export const half = 'Half of those opened within'
export const share = (percent: number) => `${percent} %`

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
] as const

/** Formats like `2 days`, in the largest unit that fits. */
export const duration = (seconds: number): string => {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['minute', 60]
  return pluralize(Math.max(1, Math.round(seconds / length)), unit)
}

export const exportList = 'Export'
export const unopenedReports = 'Unopened reports'
export const unopenedReportsHint = 'Published in this period and opened by no one but the publisher'
export const allOpened = 'No unopened reports in this period'
export const allOpenedHint = 'Choose another period to see others.'
export const report = 'Report'
export const patient = 'Patient'
export const publishedBy = 'Published by'
export const publishedAt = 'Published'
export const openReport = (title: string, patient: string) => `Open ${title} of ${patient}`

export const turnaround = 'Turn-around'
export const turnaroundByWeekday = 'Turn-around by weekday'
export const turnaroundHint =
  'Working time from receipt, or collection, of visits in this period to the first report. A missing report that is overdue counts as late.'
export const newestVisits = 'Of the newest 20,000 visits in this period'
export const turnaroundUnused = 'Turn-around is not measured'
export const turnaroundUnusedHint =
  'Labs that keep visits see here how long reports take, and how many are on time.'
export const noTarget = 'No report type has a target'
export const onTimeHint = (share: number, count: number) =>
  `${share} % of ${formatCount(count)} with a target`
export const nothingMeasured = 'Nothing measured in this period'
export const nothingMeasuredHint =
  'Enter when visits are received, and publish their reports. An Admin sets targets in the tab Visits of the lab.'
export const measured = 'Measured'
export const halfPublished = 'Half within'
export const ninetyPublished = '90 % within'
export const onTime = 'On time'
export const noValue = '–'
export const receivedOn = 'Received on'
export const workingTime = (minutes: number | null) =>
  minutes === null
    ? noValue
    : minutes < 60
      ? `${minutes} min`
      : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
