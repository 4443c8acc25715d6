import { formatCount } from '../../lib/format.ts'

/** "1 report", "3 reports", "0 reports". */
export const countOf = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
