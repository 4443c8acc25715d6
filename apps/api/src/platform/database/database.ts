import type { RowOf, RowSchema } from './row-schema.ts'

export interface QueryOptions {
  /**
   * Prepares the statement under this name, which must belong to exactly this text. Only for hot lookups by key: a
   * search needs a plan made for its actual values.
   */
  name?: string
}

/** Runs SQL, either each statement by itself or inside a transaction. */
export interface Queryable {
  query<Row extends RowSchema>(
    row: Row,
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<RowOf<Row>[]>
  /** Returns the only row; throws when there is none or more than one. */
  one<Row extends RowSchema>(
    row: Row,
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<RowOf<Row>>
  /** Returns the only row or undefined; throws when there is more than one. */
  maybeOne<Row extends RowSchema>(
    row: Row,
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<RowOf<Row> | undefined>
  /** Tells whether the statement returns a row. */
  exists(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<boolean>
  /** Runs a statement and returns the number of affected rows. */
  execute(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<number>
}

export interface TransactionOptions {
  /** Slower statements of the transaction are canceled; defaults to the limit of the connection. */
  statementTimeoutMs?: number
}

export interface Database extends Queryable {
  /** Commits what `work` did, or rolls back when `work` throws. Never retries. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Throws `DatabaseUnavailableError` unless the server answers. */
  ping(): Promise<void>
  /** The size of the pool and the number of callers that wait for a connection. */
  connections(): { total: number; idle: number; waiting: number }
  /** Rejects new work, lets running work finish for up to ten seconds, then closes the connections. */
  close(): Promise<void>
}

/** The caller's last write as a WAL position, if it was recent. */
interface Reader {
  lastWrite?: string | undefined
}

/**
 * Reads a list on the replica when it has everything that the caller wrote, else on the primary. Only for lists and
 * exports: authorization, single records and data about to change are read on the primary.
 */
export type ReadList = <Result>(
  reader: Reader,
  read: (database: Database) => Promise<Result>,
) => Promise<Result>

/**
 * The database is unreachable, starting, stopping or out of connections. The work was not done, unless the connection
 * broke during a commit. HTTP answers 503.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** The SQLSTATE of an error that PostgreSQL reported, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = textProperty(error, 'code')
  // Operating system errors have a `code` too (EPIPE even has five letters), but no severity.
  return code && /^[0-9A-Z]{5}$/.test(code) && textProperty(error, 'severity') ? code : undefined
}

/** True for a duplicate key, of the named constraint or unique index if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && hasConstraint(error, constraint)
}

/** True when a row refers to a missing row or is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23503' && hasConstraint(error, constraint)
}

/** True when the statement exceeded its time limit and was canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** Serialization failure, deadlock, a lock that was not granted, and a statement over its time limit. */
const TEMPORARY_STATES = ['40001', '40P01', '55P03', '57014']

/** True when the statement was rolled back because of what happened beside it: repeating the work can succeed. */
export function isTemporary(error: unknown): boolean {
  return TEMPORARY_STATES.includes(sqlState(error) ?? '')
}

function hasConstraint(error: unknown, constraint: string | undefined): boolean {
  return constraint === undefined || textProperty(error, 'constraint') === constraint
}

/** Thrown values can be any object: returns a property only if it is a string. */
export function textProperty(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'string' ? found : undefined
}
