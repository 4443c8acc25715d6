import { PAGE_SIZES } from '@zelab/contract'
import type { QueryOptions } from './database.ts'
import type { SqlParameters } from './sql-parameters.ts'

export interface PageOfRows {
  limit: number
  offset: number
}

/**
 * Written out for the first page: a plan made for any offset expects to read a tenth of the table. Farther pages
 * share one text.
 */
export const pageClause = ({ limit, offset }: PageOfRows, parameters: SqlParameters): string =>
  `limit ${Math.trunc(limit)} offset ${offset === 0 ? 0 : `${parameters.add(offset)}::bigint`}`

/** Those that the lists offer; any other number would be one more statement to keep. */
const PREPARED_LIMITS = new Set<number>(PAGE_SIZES)

/** Prepares the statement of a page, which is asked for all day long; one name for each text there is. */
export const pageName = ({ limit, offset }: PageOfRows, name: string, variant: string[]): QueryOptions =>
  PREPARED_LIMITS.has(limit)
    ? { name: [name, ...variant, limit, offset === 0 ? 'first' : 'later'].join('-') }
    : {}
