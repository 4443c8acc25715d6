type Prefix = 'eq' | 'gt' | 'ge' | 'lt' | 'le'

/** A day in the time zone of the installation, or an instant. */
export type Moment = { day: string } | { instant: string }

export interface DateBound {
  prefix: Prefix
  /** The first moment of the value, and the first after it. */
  from: Moment
  until: Moment
}

const DATE = /^(eq|gt|ge|lt|le)?(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/
const INSTANT =
  /^(eq|gt|ge|lt|le)?(\d{4}-\d\d-\d\dT\d\d:\d\d)(?:(:\d\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

const dayOf = (year: number, month: number, day: number): string => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.toISOString().slice(0, 10)
}

const isDay = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return dayOf(year, month, day) === text
}

const parseDate = ([, prefix = 'eq', year = '', month, day]: RegExpExecArray): DateBound | undefined => {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  const from = dayOf(y, m, d)
  if (y < 1 || y > 9998 || from !== `${year}-${month ?? '01'}-${day ?? '01'}`) return undefined
  const until = day ? dayOf(y, m, d + 1) : month ? dayOf(y, m + 1, 1) : dayOf(y + 1, 1, 1)
  return { prefix: prefix as Prefix, from: { day: from }, until: { day: until } }
}

const parseInstant = ([, prefix = 'eq', minute = '', second, fraction, zone]: RegExpExecArray):
  | DateBound
  | undefined => {
  const milliseconds = fraction && fraction.padEnd(3, '0').slice(0, 3)
  const from = Date.parse(`${minute}${second ?? ':00'}.${milliseconds ?? '000'}${zone}`)
  const year = new Date(from).getUTCFullYear()
  if (Number.isNaN(from) || year < 1 || year > 9998 || !isDay(minute.slice(0, 10))) return undefined
  const length = second === undefined ? 60_000 : milliseconds === undefined ? 1_000 : 1
  const instant = (at: number) => ({ instant: new Date(at).toISOString() })
  return { prefix: prefix as Prefix, from: instant(from), until: instant(from + length) }
}

/** Undefined for a malformed value or another prefix. */
export const parseDateBound = (text: string): DateBound | undefined => {
  const date = DATE.exec(text)
  if (date) return parseDate(date)
  const instant = INSTANT.exec(text)
  return instant ? parseInstant(instant) : undefined
}
