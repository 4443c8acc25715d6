import { PAGE_SIZES } from '@zelab/contract'

export class SqlParameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Folds the text like `fold_text`, before it escapes wildcards, because folding can produce wildcards. */
export const likeFolded = (text: string, parameters: SqlParameters): string =>
  `regexp_replace(fold_text(${parameters.add(text)}), '([\\\\%_])', '\\\\\\1', 'g')`

export interface PageOfRows {
  limit: number
  offset: number
}

/** The first page has a literal limit, because a generic plan expects to read a tenth of the table. */
export const pageClause = ({ limit, offset }: PageOfRows, parameters: SqlParameters): string =>
  `limit ${Math.trunc(limit)} offset ${offset === 0 ? 0 : `${parameters.add(offset)}::bigint`}`

/** Other page sizes are not prepared, which bounds the number of prepared statements. */
const PREPARED_LIMITS = new Set<number>(PAGE_SIZES)

export const pageName = ({ limit, offset }: PageOfRows, name: string, variant: string[]): { name?: string } =>
  PREPARED_LIMITS.has(limit)
    ? { name: [name, ...variant, limit, offset === 0 ? 'first' : 'later'].join('-') }
    : {}
