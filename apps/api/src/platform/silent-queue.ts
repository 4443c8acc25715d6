import type { WorkerEvents } from 'graphile-worker'

export interface SilenceLimit {
  checkMs: number
  checks: number
}

/** Counted in checks, so that a suspended machine does not count as silence. */
const PATIENCE: SilenceLimit = { checkMs: 10_000, checks: 4 }

/**
 * Detects a queue whose polling no longer gets responses. Graphile Worker polls every two seconds and retries forever,
 * for example after an earlier failure leaked connections of its pool.
 * @param concurrency number of concurrent jobs; at this number, the queue does not poll
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
