import type pg from 'pg'
import { z } from 'zod'
import type { RowOf, RowSchema } from './row-schema.ts'

/** Rows of a connection that is not a `Queryable`. It is asked so little that its rows are checked in production, too. */
export const parsedRows = async <Row extends RowSchema>(
  client: pg.Client,
  row: Row,
  text: string,
  params: readonly unknown[] = [],
): Promise<RowOf<Row>[]> => {
  const { rows } = await client.query<object>(text, [...params])
  return z.array(row.strict()).parse(rows) as RowOf<Row>[]
}
