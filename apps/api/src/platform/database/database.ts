export interface QueryOptions {
  /**
   * Prepares the statement under this name, which must belong to this one text. For hot look-ups by key;
   * never for searches, where a plan made for any value is far slower than one made for this value.
   */
  name?: string
}

/** Runs SQL: the database itself, each statement on its own, or a transaction. */
export interface Queryable {
  query<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
  /** The only row; throws when there is none or more than one. */
  one<Row extends object>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Row>
  /** The only row or undefined; throws when there is more than one. */
  maybeOne<Row extends object>(
    text: string,
    params?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row | undefined>
  /** Runs a statement for its effect and says how many rows it touched. */
  execute(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<number>
}

export interface TransactionOptions {
  /** A statement of it that takes longer is cancelled; by default the limit of the connection. */
  statementTimeoutMs?: number
}

export interface Database extends Queryable {
  /** Commits what `work` did, or undoes it all when `work` throws. Never repeated by itself. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Throws `DatabaseUnavailableError` unless the server answers. */
  ping(): Promise<void>
  /** How many connections there are and how many callers wait for one. */
  connections(): { total: number; idle: number; waiting: number }
  /** Refuses new work, lets running work finish (ten seconds at most), closes the connections. */
  close(): Promise<void>
}

/** What a caller wrote last, as a place in the database's log, if it was a moment ago. */
interface Reader {
  lastWrite?: string | undefined
}

/**
 * Reads a list: on the replica when there is one that has all the caller wrote, else on the primary. Only for lists and
 * exports. What decides about rights, is changed next, or is one record is read on the primary.
 */
export type ReadList = <Result>(
  reader: Reader,
  read: (database: Database) => Promise<Result>,
) => Promise<Result>

/**
 * The database cannot be reached, is starting or stopping, or has no connection free. The work was not done
 * (or, when the connection broke during a commit, may have been done); HTTP answers 503.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** The five-character SQLSTATE of an error that PostgreSQL reported, else undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = textProperty(error, 'code')
  // Errors of the operating system carry a `code` too (EPIPE even has five letters), but no severity.
  return code && /^[0-9A-Z]{5}$/.test(code) && textProperty(error, 'severity') ? code : undefined
}

/** True for a duplicate key, of the named constraint or unique index when one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && hasConstraint(error, constraint)
}

/** True when a row points to one that is not there, or is still pointed at. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23503' && hasConstraint(error, constraint)
}

/** True when the statement took longer than its limit and was cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014'
}

function hasConstraint(error: unknown, constraint: string | undefined): boolean {
  return constraint === undefined || textProperty(error, 'constraint') === constraint
}

/** Errors are anybody's objects: a property counts only when it is there and a text. */
export function textProperty(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'string' ? found : undefined
}
