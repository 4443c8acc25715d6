import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './error-in-log.ts'

/** One JSON object a line on the standard output. Errors are described, never printed with all that they hold. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const serializers = { err: (error: unknown) => describeError(error) }
  return pino({ level, base: null, serializers }, destination)
}
