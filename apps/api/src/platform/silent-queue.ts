import type { WorkerEvents } from 'graphile-worker'

export interface SilenceLimit {
  checkMs: number
  /** Checks in a row without an answer. */
  checks: number
}

/** Longer than connecting and asking may take. Counted in checks, so that a suspended machine is not taken for silence. */
const PATIENCE: SilenceLimit = { checkMs: 10_000, checks: 4 }

/**
 * Watches whether a queue still gets answers when it asks for jobs. Graphile Worker asks every two seconds and tries again
 * without end when that fails, for example because connections of its pool were lost to an earlier failure.
 *
 * @param concurrency jobs that run at once; when so many run, nothing is asked
 */
export const watchForSilence = (
  events: WorkerEvents,
  concurrency: number,
  { checkMs, checks }: SilenceLimit = PATIENCE,
): { silent: Promise<void>; stop(): void } => {
  let isHeard = true
  let running = 0
  let inARow = 0
  events.on('worker:getJob:empty', () => (isHeard = true))
  events.on('job:start', () => {
    isHeard = true
    running += 1
  })
  events.on('job:complete', () => {
    isHeard = true
    running -= 1
  })
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      inARow = isHeard || running >= concurrency ? 0 : inARow + 1
      isHeard = false
      if (inARow >= checks) resolve()
    }, checkMs)
  })
  return { silent, stop: () => clearInterval(timer) }
}
