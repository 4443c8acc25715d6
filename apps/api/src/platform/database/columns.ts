import { z } from 'zod'
import type { RowOf, RowSchema } from './row-schema.ts'
import type { SqlParameters } from './sql-parameters.ts'

/** For a field that is not a column of its name, such as a column of a joined table. */
export const from = <Column extends z.ZodType>(sql: string, column: Column): Column => column.meta({ sql })

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** Columns of a table, for a row schema: `pick(users, 'id fullName')`. */
export const pick = <Table extends object, Names extends string>(
  table: Table,
  names: Words<Names> extends keyof Table ? Names : never,
) =>
  Object.fromEntries(
    names.split(' ').map((name) => [name, (table as Record<string, unknown>)[name]]),
  ) as Pick<Table, Words<Names> & keyof Table>

type Nullable<Row> = { [Field in keyof Row]: null extends Row[Field] ? Field : never }[keyof Row]

export type NewRecord<Row extends RowSchema> = Omit<RowOf<Row>, Nullable<RowOf<Row>>> & {
  [Field in Nullable<RowOf<Row>>]?: RowOf<Row>[Field] | undefined
}

export type Changes<Row extends RowSchema> = {
  [Field in keyof RowOf<Row>]?: RowOf<Row>[Field] | undefined
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const expressionOf = (row: RowSchema, field: string): string | undefined =>
  z.globalRegistry.get(row.shape[field] as z.ZodType)?.['sql'] as string | undefined

const columnOf = (row: RowSchema, field: string): string =>
  expressionOf(row, field)?.replace(/^\w+\./, '') ?? snakeCase(field)

const selections = new WeakMap<RowSchema, Map<string, string>>()

const selectionOf = (row: RowSchema, alias: string, expressions: Partial<Record<string, string>>): string => {
  const prefix = alias && `${alias}.`
  return Object.keys(row.shape)
    .map(
      (field) =>
        `${expressions[field] ?? expressionOf(row, field) ?? `${prefix}${snakeCase(field)}`} as "${field}"`,
    )
    .join(', ')
}

/** @param expressions of fields that the statement computes */
export const columnsOf = <Row extends RowSchema>(
  row: Row,
  alias = '',
  expressions?: { [Field in keyof RowOf<Row>]?: string },
): string => {
  if (expressions) return selectionOf(row, alias, expressions)
  const known = selections.get(row) ?? new Map<string, string>()
  const columns = known.get(alias) ?? selectionOf(row, alias, {})
  selections.set(row, known.set(alias, columns))
  return columns
}

/**
 * `(full_name, email) values ($1, $2)`: the statement text does not depend on the values.
 * @param expressions of more columns, which the statement computes
 */
export const insertion = <Row extends RowSchema>(
  row: Row,
  values: NewRecord<Row>,
  parameters: SqlParameters,
  expressions: Readonly<Record<string, string>> = {},
): string => {
  const fields = Object.keys(row.shape)
  const added = fields.map((field) => parameters.add((values as Record<string, unknown>)[field] ?? null))
  const columns = [...fields.map((field) => columnOf(row, field)), ...Object.keys(expressions).map(snakeCase)]
  return `(${columns.join(', ')}) values (${[...added, ...Object.values(expressions)].join(', ')})`
}

export const assignments = <Row extends RowSchema>(
  row: Row,
  values: Changes<Row>,
  parameters: SqlParameters,
  ...more: string[]
): string => {
  const fields = Object.keys(row.shape)
  const assigned = fields
    .map((field) => [field, (values as Record<string, unknown>)[field]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${columnOf(row, field)} = ${parameters.add(value)}`)
    .concat(more)
  if (assigned.length > 0) return assigned.join(', ')
  // A change that names no field is valid.
  const column = columnOf(row, fields[0] ?? '')
  return `${column} = ${column}`
}
