import { CLOCK_DIFFERENCE_MS } from '@zelab/contract'
import { z } from 'zod'

/** TS and DTM: YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ]. Senders also write Z, and up to seven digits of a second. */
const TIME =
  /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.(\d{1,7}))?)?)?)?)?)?([+-](?:0\d|1[0-4])[0-5]\d|Z)?$/

const isWithinCalendar = (text: string) => text >= '1900' && text < '2200'
const isDay = (text: string) => z.iso.date().safeParse(text).success && isWithinCalendar(text)
const isMoment = (text: string) =>
  z.iso.datetime({ local: true, offset: true }).safeParse(text).success && isWithinCalendar(text)

/** A day, a local time, or a time with its offset, as ISO text. Undefined for other forms, and for a year or month alone. */
export const readTime = (written: string): string | undefined => {
  const [, year, month, day, hour, minute = '00', second = '00', fraction = '', zone = ''] =
    TIME.exec(written) ?? []
  if (day === undefined) return undefined
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return isDay(date) ? date : undefined
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const text = `${date}T${hour}:${minute}:${second}${fraction && `.${fraction.slice(0, 3)}`}${offset}`
  return isMoment(text) ? text : undefined
}

/** The time of the server, and the time zone of times without an offset. */
export interface Present {
  now: Date
  timeZone: string
}

/** Earlier times are the start of a computer's calendar. */
const EARLIEST = '1980'
const OFFSET = /T.*(?:Z|[+-]\d{2}:\d{2})$/

const localTimeIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')

/** @param time as `readTime` returns it; false in the future, and before specimens were registered by computers */
export const isPossibleTime = (time: string, { now, timeZone }: Present): boolean => {
  if (time < EARLIEST) return false
  const latest = new Date(now.getTime() + CLOCK_DIFFERENCE_MS)
  if (OFFSET.test(time)) return Date.parse(time) <= latest.getTime()
  const text = time.slice(0, 19)
  return text <= localTimeIn(timeZone, latest).slice(0, text.length)
}

/** False when their order cannot be told without the time zone of one of them. */
export const isEarlier = (one: string, other: string): boolean => {
  if (OFFSET.test(one) !== OFFSET.test(other)) return false
  if (OFFSET.test(one)) return Date.parse(one) < Date.parse(other)
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) < other.slice(0, length)
}
