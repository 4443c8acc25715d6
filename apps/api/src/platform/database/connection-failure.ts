import { DatabaseUnavailableError, sqlState, textProperty } from './database.ts'

/** Includes a server that is not the primary. Class 08 is added below. */
const UNAVAILABLE_STATES = ['57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25006']

const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]

/** Driver errors without a code: the connection broke or none became free. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

export function withAvailability(error: unknown): unknown {
  return isConnectionFailure(error) ? new DatabaseUnavailableError(error) : error
}

function isConnectionFailure(error: unknown): boolean {
  const state = sqlState(error)
  if (state) return state.startsWith('08') || UNAVAILABLE_STATES.includes(state)
  if (!(error instanceof Error)) return false
  // A stopped server has no socket file, so connecting fails with ENOENT.
  if (textProperty(error, 'syscall') === 'connect') return true
  const code = textProperty(error, 'code')
  if (code && CONNECTION_CODES.includes(code)) return true
  return DRIVER_MESSAGES.some((message) => error.message.startsWith(message))
}
