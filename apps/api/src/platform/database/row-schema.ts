import { z } from 'zod'

/**
 * The columns that a statement returns. The type of its rows follows from it, and the API tests compare every result with
 * it (testing/row-inspector.ts). Outside tests it is not used: rows come from the driver as they are.
 */
export type RowSchema = z.ZodObject

export type RowOf<Row extends RowSchema> = z.output<Row>

/** Statements that return nothing but an id. */
export const idRow = z.object({ id: z.int() })

/** Statements that return nothing but a number of rows. */
export const countRow = z.object({ count: z.int() })

/** For a nullable column in a statement whose conditions exclude null. */
export const neverNull = <Column extends z.ZodType>(
  column: Column,
): z.ZodType<NonNullable<z.output<Column>>> => {
  const inner: z.ZodType = column instanceof z.ZodNullable ? (column.unwrap() as z.ZodType) : column
  return inner.meta({ isNeverNull: true }) as z.ZodType<NonNullable<z.output<Column>>>
}

/** The columns of a row that an outer join may not find: all of them null. */
export const outerJoined = <Shape extends Record<string, z.ZodType>>(row: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(Object.entries(row.shape).map(([name, column]) => [name, column.nullable()])),
  ) as z.ZodObject<{ [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }>

/** What a statement answered, as the driver describes it. */
export interface StatementResult {
  /** `tableID` and `columnID` are 0 for an expression. */
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
  rows: object[]
}

/**
 * Called before a statement is sent, while the stack still shows its caller; what it returns is called with the result.
 * For tests.
 */
export type RowInspector = (row: RowSchema, text: string) => (result: StatementResult) => void
