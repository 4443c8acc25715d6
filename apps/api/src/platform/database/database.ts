import type { RowOf, RowSchema } from './row-schema.ts'
import type { SqlParameters } from './sql-parameters.ts'

export interface QueryOptions {
  /** Prepares the statement; a name maps to exactly one text. Only for frequent statements with few variants. */
  name?: string
}

/** A text with its values, or a function that adds the values while it writes the text. */
export type Statement =
  | [text: string, values?: readonly unknown[], options?: QueryOptions]
  | [write: (parameters: SqlParameters) => string, options?: QueryOptions]

export interface Queryable {
  query<Row extends RowSchema>(row: Row, ...statement: Statement): Promise<RowOf<Row>[]>
  one<Row extends RowSchema>(row: Row, ...statement: Statement): Promise<RowOf<Row>>
  maybeOne<Row extends RowSchema>(row: Row, ...statement: Statement): Promise<RowOf<Row> | undefined>
  /** The column `id` of the only row. */
  insertedId(...statement: Statement): Promise<number>
  /** The column `id` of the rows. */
  findIds(...statement: Statement): Promise<number[]>
  /** The result of a `select count(*)`. */
  countRows(...statement: Statement): Promise<number>
  exists(...statement: Statement): Promise<boolean>
  execute(...statement: Statement): Promise<number>
}

export interface TransactionOptions {
  statementTimeoutMs?: number
}

export interface Database extends Queryable {
  /** Rolls back when `work` throws. Only a deadlock runs it again, so it changes nothing but the database. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  ping(): Promise<void>
  connections(): { total: number; idle: number; waiting: number }
  /** Rejects new work, lets running work finish for up to ten seconds, then closes the connections. */
  close(): Promise<void>
}

interface Reader {
  lastWrite?: string | undefined
}

/** Only for lists and exports: authorization, single records and data about to change need the primary. */
export type ReadList = <Result>(
  reader: Reader,
  read: (database: Database) => Promise<Result>,
) => Promise<Result>

/** The work was not done, unless the connection broke during a commit. HTTP answers 503. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

export function sqlState(error: unknown): string | undefined {
  const code = textProperty(error, 'code')
  // System errors also have a `code` (EPIPE even has five letters), but no severity.
  return code && /^[0-9A-Z]{5}$/.test(code) && textProperty(error, 'severity') ? code : undefined
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && hasConstraint(error, constraint)
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23503' && hasConstraint(error, constraint)
}

export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23514' && hasConstraint(error, constraint)
}

export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** Serialization failure, deadlock, lock not granted, statement timeout. */
const TEMPORARY_STATES = ['40001', '40P01', '55P03', '57014']

/** Rolled back because of a concurrent transaction or a time limit: a retry can succeed. */
export function isTemporary(error: unknown): boolean {
  return TEMPORARY_STATES.includes(sqlState(error) ?? '')
}

function hasConstraint(error: unknown, constraint: string | undefined): boolean {
  return constraint === undefined || textProperty(error, 'constraint') === constraint
}

/** A thrown value can have any type. */
export function textProperty(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'string' ? found : undefined
}

export const withTimeLimit = async <Result>(
  database: Database,
  milliseconds: number,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await database.transaction(work, { statementTimeoutMs: milliseconds })
  } catch (error) {
    if (isStatementTimeout(error)) return undefined
    throw error
  }
}

/** If several statements fail, throws the first error, as if they had been awaited one by one. */
export const pipelined = async <const Sent extends readonly unknown[]>(
  ...sent: Sent
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> => {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}
