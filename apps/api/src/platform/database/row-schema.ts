import type pg from 'pg'
import { z } from 'zod'

/** The columns of a statement's result. Only tests compare results with it (testing/row-inspector.ts). */
export type RowSchema = z.ZodObject

export type RowOf<Row extends RowSchema> = z.output<Row>

export const idRow = z.object({ id: z.int() })

export const countRow = z.object({ count: z.int() })

/** For a nullable column in a statement whose conditions exclude null. */
export const neverNull = <Column extends z.ZodType>(
  column: Column,
): z.ZodType<NonNullable<z.output<Column>>> => {
  const inner: z.ZodType = column instanceof z.ZodNullable ? (column.unwrap() as z.ZodType) : column
  return inner.meta({ isNeverNull: true }) as z.ZodType<NonNullable<z.output<Column>>>
}

export const outerJoined = <Shape extends Record<string, z.ZodType>>(row: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.entries(row.shape).map(([name, column]) => [name, column.nullable()])),
  ) as z.ZodObject<{ [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }>

export interface StatementResult {
  /** `tableID` and `columnID` are 0 for an expression. */
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
  rows: object[]
}

/** For tests. Called before a statement is sent, without a row when no row is read; the returned function receives the result. */
export type RowInspector = (row: RowSchema | undefined, text: string) => (result: StatementResult) => void

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
