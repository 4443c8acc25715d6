type Prefix = 'eq' | 'gt' | 'ge' | 'lt' | 'le'

/** A day or a time of the time zone of the installation, or an instant. */
export type Moment = { local: string } | { instant: string }

export interface DateBound {
  prefix: Prefix
  /** The first moment of the value, and the first after it. */
  from: Moment
  until: Moment
  isOfDays: boolean
}

const PREFIX = '(eq|gt|ge|lt|le|sa|eb)?'
const DATE = new RegExp(`^${PREFIX}(\\d{4})(?:-(\\d\\d)(?:-(\\d\\d))?)?$`)
const TIME = new RegExp(
  `^${PREFIX}(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d)(?:(:\\d\\d)(?:\\.(\\d{1,9}))?)?(Z|[+-](?:0\\d|1[0-4]):[0-5]\\d)?$`,
)

/** Records have moments, for which "starts after" is "after", and "ends before" is "before". */
const prefixOf = (text = 'eq'): Prefix => (text === 'sa' ? 'gt' : text === 'eb' ? 'lt' : (text as Prefix))

const dayOf = (year: number, month: number, day: number): string => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.toISOString().slice(0, 10)
}

const isDay = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return dayOf(year, month, day) === text
}

const parseDate = ([, prefix, year = '', month, day]: RegExpExecArray): DateBound | undefined => {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  const from = dayOf(y, m, d)
  if (y < 1 || y > 9998 || from !== `${year}-${month ?? '01'}-${day ?? '01'}`) return undefined
  const until = day ? dayOf(y, m, d + 1) : month ? dayOf(y, m + 1, 1) : dayOf(y + 1, 1, 1)
  return { prefix: prefixOf(prefix), from: { local: from }, until: { local: until }, isOfDays: true }
}

const parseTime = ([, prefix, minute = '', second, fraction, zone]: RegExpExecArray):
  | DateBound
  | undefined => {
  const milliseconds = fraction && fraction.padEnd(3, '0').slice(0, 3)
  const from = Date.parse(`${minute}${second ?? ':00'}.${milliseconds ?? '000'}${zone ?? 'Z'}`)
  const year = new Date(from).getUTCFullYear()
  if (Number.isNaN(from) || year < 1 || year > 9998 || !isDay(minute.slice(0, 10))) return undefined
  const length = second === undefined ? 60_000 : milliseconds === undefined ? 1_000 : 1
  const momentOf = (at: number): Moment => {
    const instant = new Date(at).toISOString()
    return zone ? { instant } : { local: instant.slice(0, -1) }
  }
  return {
    prefix: prefixOf(prefix),
    from: momentOf(from),
    until: momentOf(from + length),
    isOfDays: false,
  }
}

/** Undefined for a malformed value or another prefix. */
export const parseDateBound = (text: string): DateBound | undefined => {
  const date = DATE.exec(text)
  if (date) return parseDate(date)
  const time = TIME.exec(text)
  return time ? parseTime(time) : undefined
}
