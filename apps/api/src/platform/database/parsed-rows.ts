import type pg from 'pg'
import { z } from 'zod'
import type { RowOf, RowSchema } from './row-schema.ts'

/** For connections outside `Queryable`. These queries are rare, so rows are also validated in production. */
export const parsedRows = async <Row extends RowSchema>(
  client: pg.Client,
  row: Row,
  text: string,
  params: readonly unknown[] = [],
): Promise<RowOf<Row>[]> => {
  const { rows } = await client.query<object>(text, [...params])
  return z.array(row.strict()).parse(rows) as RowOf<Row>[]
}
