import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'

const LINES_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Logs at most 20 lines a minute and then how many were left out: a connection costs an attacker nothing. */
export const createProblemLog = (logger: Pick<Logger, 'warn'>, clock: Clock) => {
  let minute = 0
  let lines = 0
  let leftOut = 0

  return (details: Record<string, unknown>, text: string): void => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      lines = 0
    }
    if (lines >= LINES_PER_MINUTE) {
      leftOut += 1
      return
    }
    lines += 1
    logger.warn({ ...details, ...(leftOut > 0 && { leftOut }) }, text)
    leftOut = 0
  }
}
