import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from './app-error.ts'

const TRIES = 3
const PAUSE_MS = 100

/** SQLSTATE classes of rejected values: data exceptions, constraints, program limits. */
const REFUSED_VALUE = /^(22|23|54)/

/** False for outages, which would fail every other file too. */
const isOfFile = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && REFUSED_VALUE.test(String((error as Error & { code?: unknown }).code)))

/** A file that fails unexpectedly several times is rejected, so that it does not block the sender's next files. */
export type TryFile = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @param onFailure reports the unexpected error, once per file */
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
