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

/** The conveniences of `Queryable` on top of one way to run a statement. */
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
    if (rows.length > 1) throw new Error(`One row at most was expected, ${rows.length} came`)
    return rows[0]
  }

  return {
    query,
    maybeOne,
    async one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions) {
      const row = await maybeOne<Row>(text, params, options)
      if (!row) throw new Error('One row was expected, none came')
      return row
    },
    async execute(text, params = [], options = {}) {
      return (await run(text, params, options)).rowCount ?? 0
    },
  }
}
