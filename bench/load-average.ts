import { availableParallelism, loadavg } from 'node:os'

/** Above this load per core, other work disturbs the times. */
const QUIET_LOAD = 0.5

export const loadNow = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')

/** Whether the results may be stored; prints the reason if not. Call it before starting anything. */
export const isMachineQuiet = (): boolean => {
  const [lastMinute = 0] = loadavg()
  const most = QUIET_LOAD * availableParallelism()
  if (lastMinute <= most) return true
  console.warn(
    `The load of the last minute is ${lastMinute.toFixed(2)}, above ${most}: nothing of this run will be stored.`,
  )
  return false
}
