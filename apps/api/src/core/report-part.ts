import type { RowOf, RowSchema } from '../platform/database/row-schema.ts'

/**
 * What a module above the reports adds to the statement that reads a report for its page, so that the page needs one
 * statement. The statement selects the report `r`, its file `f` and its patient `p`.
 */
export interface ReportPart<Value> {
  row: RowSchema
  /** Named unlike the columns of a report and of other parts. */
  columns: string
  /** Outer joins that find one row at most. */
  joins: string
  valueOf: (row: Readonly<Record<string, unknown>>, fileName: string) => Value
}

export const reportPart = <Row extends RowSchema, Value>(part: {
  row: Row
  columns: string
  joins: string
  valueOf: (row: RowOf<Row>, fileName: string) => Value
}): ReportPart<Value> =>
  // Sound: the rows of the whole statement fulfill the row schema of each part as well.
  part as unknown as ReportPart<Value>
