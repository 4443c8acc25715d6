import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './error-in-log.ts'

/** Writes one JSON object per line to standard output. Errors are described, never dumped with all their properties. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const serializers = { err: (error: unknown) => describeError(error) }
  return pino({ level, base: null, serializers }, destination)
}
