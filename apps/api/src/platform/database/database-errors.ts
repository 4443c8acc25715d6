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

function textProperty(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'string' ? found : undefined
}

/** Shutting down, crashed, cannot connect now, too many connections; class 08 is added below. */
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '57P05', '53300', '25P03']

const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]

/** What the driver says, without any code, when a connection breaks or none comes free. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

/** Wraps an error that means the connection, not the statement, failed. Others come back as they are. */
export function withAvailability(error: unknown): unknown {
  return isConnectionFailure(error) ? new DatabaseUnavailableError(error) : error
}

function isConnectionFailure(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || UNAVAILABLE_STATES.includes(state)
  if (!(error instanceof Error)) return false
  // The socket file of a server that is not running is simply absent: ENOENT while connecting.
  if (textProperty(error, 'syscall') === 'connect') return true
  const code = textProperty(error, 'code')
  if (code && CONNECTION_CODES.includes(code)) return true
  return DRIVER_MESSAGES.some((message) => error.message.startsWith(message))
}
