import { sqlState, textProperty } from './database/database.ts'
import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * Writes to standard output, whose errors `abortOnSignals` handles: pino's own destination repeats a line for ever when
 * its reader is gone at the exit.
 */
export const createLogger = (level: string, destination: DestinationStream = process.stdout): Logger => {
  const serializers = { err: (error: unknown) => describeError(error) }
  return pino({ level, base: null, serializers }, destination)
}

const EMAIL = /[^\s<>"'`(),:;=]+@[^\s<>"'`(),:;=]+/g
/** Phone numbers and dates; server addresses have dots instead. */
const PHONE = /\+?\d[\d ()-]{6,}\d/g

/** For foreign texts such as error messages. */
export const withoutPersonalData = (text: string): string =>
  text.replace(EMAIL, '[address]').replace(PHONE, '[number]')

const MOST_CAUSES = 3

/** Properties that contain only identifiers. PostgreSQL's `detail`, `where` and `internalQuery` quote values. */
const HARMLESS = [
  'code',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const

export interface ErrorInLog {
  type: string
  message: string
  stack?: string
  [property: string]: unknown
}

const messageOf = (error: Error) => {
  // PostgreSQL's class 22 messages quote the invalid value: invalid input syntax for type date: "…"
  if (sqlState(error)?.startsWith('22')) return 'a value could not be read or stored'
  // JSON syntax errors quote parts of the text.
  if (error instanceof SyntaxError) return 'a text could not be read'
  return withoutPersonalData(error.message)
}

// A stack begins with the message; only the locations after it are safe.
const placesOf = (stack: string | undefined) =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

const describeError = (thrown: unknown, depth = 0): ErrorInLog => {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: 'a value that is not an error was thrown' }
  const places = placesOf(thrown.stack)
  const described: ErrorInLog = { type: thrown.name, message: messageOf(thrown) }
  for (const name of HARMLESS) {
    const value = textProperty(thrown, name)
    if (value !== undefined) described[name] = value
  }
  if (places) described.stack = places
  if (depth >= MOST_CAUSES) return described
  if (thrown.cause !== undefined) described.cause = describeError(thrown.cause, depth + 1)
  if (thrown instanceof AggregateError)
    described.errors = thrown.errors.slice(0, MOST_CAUSES).map((one) => describeError(one, depth + 1))
  return described
}

/** Libraries write to the console where they use no logger. Anything but text and errors may be data. */
export const logConsole = (logger: Logger): void => {
  for (const method of ['error', 'trace', 'warn'] as const)
    console[method] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error)
      const text = parts.filter((part) => typeof part === 'string').join(' ')
      logger.warn(
        { console: true, ...(err && { err }) },
        withoutPersonalData(text) || 'a library reports an error',
      )
    }
}
