import { pluralize } from '../../lib/format.ts'

export const pagination = 'Pagination'
export const rowsPerPage = 'Rows per page'
export const pageOf = (page: number, pageCount: number) => `Page ${page} of ${pageCount}`
export const position = (place: string, total: string) => `${place} of ${total}`
export const resultsFound = (count: number, isEstimate: boolean) =>
  count === 0 ? 'Nothing found' : `${isEstimate ? 'More than ' : ''}${pluralize(count, 'result')}`
export const previous = 'Previous'
export const next = 'Next'
export const finishedByOthers = (formatted: string, count: number) =>
  `${formatted} ${count === 1 ? 'was' : 'were'} finished by others`
