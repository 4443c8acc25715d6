import { parseCrontab } from 'graphile-worker'

const FIELDS = 5
const MINUTE_MS = 60_000
/** The rarest schedule is February 29, at most eight years away. */
const YEARS_AHEAD = 8

const matcherOf = (schedule: string) => {
  if (schedule.trim().split(/\s+/).length !== FIELDS || schedule.includes('\n')) return undefined
  try {
    return parseCrontab(`${schedule} task`)[0]?.match
  } catch {
    return undefined
  }
}

export const isCrontab = (schedule: string): boolean => matcherOf(schedule) !== undefined

/** In UTC; undefined when the schedule never matches. */
export const nextMoment = (schedule: string, after: Date): Date | undefined => {
  const isNamed = matcherOf(schedule)
  if (!isNamed) return undefined
  const last = after.getTime() + YEARS_AHEAD * 366 * 24 * 60 * MINUTE_MS
  let time = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  while (time <= last) {
    const at = new Date(time)
    const day = { date: at.getUTCDate(), month: at.getUTCMonth() + 1, dow: at.getUTCDay() }
    if (isNamed({ min: at.getUTCMinutes(), hour: at.getUTCHours(), ...day })) return at
    time += MINUTE_MS
  }
  return undefined
}
