import { setTimeout as sleep } from 'node:timers/promises'

/** How much longer users think while they are calm. */
const CALM_FACTOR = 10
/** The pause before each request of a task while users are calm. */
const CALM_STEP_MS = 1000
/** How soon users notice that they have to be busy. */
const NOTICING_MS = 25

/**
 * How quickly simulated users work. They are busy from shortly before a fault until they are served again, and calm while
 * more work would prove nothing. They end a calm pause when they have to be busy, each somewhere within a task.
 */
export const createPace = () => {
  let isCalm = false
  const pause = async (busyMs: number, calmMs: number) => {
    const start = Date.now()
    const left = () => start + (isCalm ? calmMs : busyMs) - Date.now()
    for (let ms = left(); ms > 0; ms = left()) await sleep(isCalm ? Math.min(ms, NOTICING_MS) : ms)
  }
  return {
    busy: () => void (isCalm = false),
    calm: () => void (isCalm = true),
    /** Between two tasks, this long when busy. */
    think: (busyMs: number) => pause(busyMs, busyMs * CALM_FACTOR),
    /** Between two requests of a task. */
    step: () => pause(0, CALM_STEP_MS),
  }
}
export type Pace = ReturnType<typeof createPace>
