import { formatCount } from '../../../lib/format.ts'

const reports = (count: number) => (count === 1 ? '1 report' : `${formatCount(count)} reports`)

export const publishReady = (count: number) => `Publish ${formatCount(count)} Ready`
export const ask = 'Publish ready reports'
export const hint =
  'In each of these files the ID, the name and the date of birth agree with one patient. Check the report types, and deselect what you do not want to publish now.'
export const listed = 'Reports to publish'
export const publishSelected = (count: number) => `Publish ${reports(count)}`
export const selectAll = 'Select All'
export const selectNone = 'Select None'
export const selected = (count: number, all: number) =>
  `${formatCount(count)} of ${formatCount(all)} selected`
export const notSent = 'The reports may not be published yet'
export const repeatSafely = (reason: string) => `${reason} You can try again: nothing is published twice.`
export const tryAgain = 'Try Again'
export const outcomeTitle = (count: number) => `${reports(count)} published`
export const OUTCOMES = {
  published: 'Published',
  'awaiting-release': 'Awaits release by a second person',
  changed: 'Changed in the meantime: not published',
  claimed: 'Opened by another person: not published',
  closed: 'Published or rejected in the meantime',
  failed: 'Something went wrong: not published',
} as const
export const outcomes = 'Result for each item'
export const someLeft = (count: number) =>
  count === 1
    ? '1 item was not published. It is still in the inbox if it is open.'
    : `${formatCount(count)} items were not published. They are still in the inbox if they are open.`
