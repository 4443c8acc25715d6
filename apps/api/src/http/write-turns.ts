/**
 * Chunks of files written before the event loop looks at other requests again. A chunk takes about 0.1 ms of CPU time;
 * hundreds of them at once would delay every other request by seconds on a busy machine (ADR 15).
 */
const CHUNKS_IN_A_ROW = 8

/** Limits how much is done in one iteration of the event loop. Those who wait continue in their order. */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let left = atOnce
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const next = waiting.splice(0, atOnce)
      left = atOnce - next.length
      for (const resolve of next) resolve()
      if (next.length > 0) schedule()
    })
  }

  return {
    take: (): Promise<void> => {
      schedule()
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      return Promise.resolve()
    },
  }
}

export const writeTurns = createTurns(CHUNKS_IN_A_ROW)
