import { PAGE_SIZES } from '@zelab/contract'
import type { QueryOptions } from './database.ts'

export interface PageOfRows {
  limit: number
  offset: number
}

/** Written out, not as parameters: a plan made for any limit and offset expects to read a tenth of the table. */
export const pageClause = ({ limit, offset }: PageOfRows): string =>
  `limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`

/** Those that the lists offer; any other number would be one more statement to keep. */
const PREPARED_LIMITS = new Set<number>(PAGE_SIZES)

/** Prepares the statement of a first page, which is asked for all day long; one name for each text there is. */
export const firstPageName = (
  { limit, offset }: PageOfRows,
  name: string,
  variant: string[],
): QueryOptions =>
  offset === 0 && PREPARED_LIMITS.has(limit) ? { name: [name, ...variant, limit].join('-') } : {}
