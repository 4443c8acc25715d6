import type { Queryable, QueryOptions, Statement } from './database.ts'
import {
  countRow,
  idRow,
  type RowInspector,
  type RowOf,
  type RowSchema,
  type StatementResult,
} from './row-schema.ts'
import { SqlParameters } from './sql-parameters.ts'

interface RawResult extends StatementResult {
  rowCount: number | null
}

export type RunStatement = (
  text: string,
  params: readonly unknown[],
  options: QueryOptions,
) => Promise<RawResult>

const written = (statement: Statement) => {
  const [text, values = [], options = {}] = statement
  if (typeof text === 'string') return { text, values: values as readonly unknown[], options }
  const parameters = new SqlParameters()
  return { text: text(parameters), values: parameters.values, options: values as QueryOptions }
}

export function queryableFrom(run: RunStatement, inspect?: RowInspector): Queryable {
  const query: Queryable['query'] = async <Row extends RowSchema>(row: Row, ...statement: Statement) => {
    const { text, values, options } = written(statement)
    const check = inspect?.(row, text)
    const result = await run(text, values, options)
    check?.(result)
    return result.rows as RowOf<Row>[]
  }

  const maybeOne: Queryable['maybeOne'] = async (row, ...statement) => {
    const rows = await query(row, ...statement)
    if (rows.length > 1) throw new Error(`Expected at most one row, got ${rows.length}`)
    return rows[0]
  }

  const execute: Queryable['execute'] = async (...statement) => {
    const { text, values, options } = written(statement)
    inspect?.(undefined, text)
    return (await run(text, values, options)).rowCount ?? 0
  }

  const one: Queryable['one'] = async (row, ...statement) => {
    const found = await maybeOne(row, ...statement)
    if (!found) throw new Error('Expected one row, got none')
    return found
  }

  return {
    query,
    maybeOne,
    one,
    insertedId: async (...statement) => (await one(idRow, ...statement)).id,
    findIds: async (...statement) => (await query(idRow, ...statement)).map(({ id }) => id),
    countRows: async (...statement) => (await one(countRow, ...statement)).count,
    exists: async (...statement) => (await execute(...statement)) > 0,
    execute,
  }
}
