import { localToday } from './format.ts'

/** The value of a field for date and time, in the user's time zone. */
export const localMoment = (at: string | null): string => {
  if (at === null) return ''
  const date = new Date(at)
  const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return `${localToday(date)}T${time}`
}

/** The instant of a typed date and time. Other values stay, so that their check fails. */
export const momentWithZone = (typed: unknown): unknown => {
  if (typeof typed !== 'string' || typed === '') return typed
  const date = new Date(typed)
  return Number.isNaN(date.getTime()) ? typed : date.toISOString()
}
