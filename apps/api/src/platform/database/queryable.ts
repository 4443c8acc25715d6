import type { Queryable, QueryOptions } from './database.ts'

interface RawResult {
  rows: object[]
  rowCount: number | null
}

export type RunStatement = (
  text: string,
  params: readonly unknown[],
  options: QueryOptions,
) => Promise<RawResult>

/** Implements the convenience methods of `Queryable` on top of one function that runs a statement. */
export function queryableFrom(run: RunStatement): Queryable {
  const query = async <Row extends object>(
    text: string,
    params: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Row[]> => (await run(text, params, options)).rows as Row[]

  const maybeOne = async <Row extends object>(
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row | undefined> => {
    const rows = await query<Row>(text, params, options)
    if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length}`)
    return rows[0]
  }

  return {
    query,
    maybeOne,
    async one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions) {
      const row = await maybeOne<Row>(text, params, options)
      if (!row) throw new Error('Expected one row, got none')
      return row
    },
    async execute(text, params = [], options = {}) {
      return (await run(text, params, options)).rowCount ?? 0
    },
  }
}
