import type { Queryable, QueryOptions } from './database.ts'
import type { RowInspector, RowOf, RowSchema, StatementResult } from './row-schema.ts'

interface RawResult extends StatementResult {
  rowCount: number | null
}

export type RunStatement = (
  text: string,
  params: readonly unknown[],
  options: QueryOptions,
) => Promise<RawResult>

export function queryableFrom(run: RunStatement, inspect?: RowInspector): Queryable {
  const query = async <Row extends RowSchema>(
    row: Row,
    text: string,
    params: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<RowOf<Row>[]> => {
    const check = inspect?.(row, text)
    const result = await run(text, params, options)
    check?.(result)
    return result.rows as RowOf<Row>[]
  }

  const maybeOne = async <Row extends RowSchema>(
    row: Row,
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<RowOf<Row> | undefined> => {
    const rows = await query(row, text, params, options)
    if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length}`)
    return rows[0]
  }

  const execute = async (text: string, params: readonly unknown[] = [], options: QueryOptions = {}) => {
    inspect?.(undefined, text)
    return (await run(text, params, options)).rowCount ?? 0
  }

  const one = async <Row extends RowSchema>(
    row: Row,
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<RowOf<Row>> => {
    const found = await maybeOne(row, text, params, options)
    if (!found) throw new Error('Expected one row, got none')
    return found
  }

  return {
    query,
    maybeOne,
    one,
    exists: async (text, params, options) => (await execute(text, params, options)) > 0,
    execute,
  }
}
