import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from './app-error.ts'

const TRIES = 3
const PAUSE_MS = 100

/** Classes of SQLSTATE for values that the database does not take: data exceptions, constraints, program limits. */
const REFUSED_VALUE = /^(22|23|54)/

/** Whether an error is about the values of one file; an outage would fail every other file as well. */
const isOfFile = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && REFUSED_VALUE.test(String((error as Error & { code?: unknown }).code)))

/**
 * Runs a step in the work on one file, which can be repeated. A file that fails unexpectedly several times is refused like a
 * damaged one: it must not stop its sender, whose next files may be fine.
 */
export type TryFile = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @param onFailure reports the unexpected error, once for each file */
export const createFileTries =
  (onFailure: (error: unknown) => void): TryFile =>
  async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof AppError || !isOfFile(error)) throw error
        if (attempt === TRIES) {
          onFailure(error)
          throw new AppError('INVALID', 'FILE_NOT_PROCESSED')
        }
        await sleep(PAUSE_MS * attempt)
      }
    }
  }
