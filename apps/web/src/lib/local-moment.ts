import { useBrand } from './brand.ts'
import { serverNow } from './activity-clock.ts'
import { browserTimeZone, formatPlainDate, formatWallTime } from './format.ts'
import { dateAtTime } from './texts.ts'

const DAY_MS = 86_400_000
const WALL_CLOCK = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** The lab's time zone, in which times are typed; the user's where the browser does not know it. */
const labZone = (): string => {
  try {
    const { timeZone } = useBrand.getState()
    return new Intl.DateTimeFormat('en', { timeZone: timeZone || undefined }).resolvedOptions().timeZone
  } catch {
    return browserTimeZone()
  }
}

/** Undefined in the lab's zone. */
export const foreignLabZone = (): string | undefined => {
  const zone = labZone()
  return zone === browserTimeZone() ? undefined : zone.replaceAll('_', ' ')
}

/** Milliseconds by which the lab's clocks are ahead of UTC. */
const offsetAt = (at: number): number => {
  // "2026-11-20 09:41:00"
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: labZone(),
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

/** The value of a field for date and time, in the lab's time zone. */
export const localMoment = (at: string | null): string => {
  if (at === null) return ''
  const instant = Date.parse(at)
  return new Date(instant + offsetAt(instant)).toISOString().slice(0, 16)
}

/** "9:41 AM" today, otherwise "November 20, 2026 at 9:41 AM", in the lab's time zone. */
export const labMomentInWords = (at: string): string => {
  const [moment, now] = [localMoment(at), localMoment(new Date(serverNow()).toISOString())]
  const [day, time] = [moment.slice(0, 10), formatWallTime(moment.slice(11))]
  return day === now.slice(0, 10) ? time : dateAtTime(formatPlainDate(day), time)
}

/**
 * The instant of a typed date and time: the first one of a time that clocks show twice. Other values stay, so that their
 * check fails.
 */
export const momentWithZone = (typed: unknown): unknown => {
  const wall = typeof typed === 'string' && WALL_CLOCK.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  if (Number.isNaN(wall)) return typed
  const instants = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near))
  const found = instants.find((at) => at + offsetAt(at) === wall) ?? instants[0]
  return found === undefined || Number.isNaN(found) ? typed : new Date(found).toISOString()
}
