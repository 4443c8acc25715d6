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
