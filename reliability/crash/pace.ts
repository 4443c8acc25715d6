import { setTimeout as sleep } from 'node:timers/promises'

const CALM_FACTOR = 10
const CALM_STEP_MS = 1000
/** Interval at which calm users check whether they have to be busy. */
const NOTICING_MS = 25

/** Users are busy from shortly before a fault until they are served again, otherwise calm. */
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
    think: (busyMs: number) => pause(busyMs, busyMs * CALM_FACTOR),
    step: () => pause(0, CALM_STEP_MS),
  }
}
export type Pace = ReturnType<typeof createPace>
