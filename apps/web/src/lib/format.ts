import { PATIENT_ID_PREFIX } from '@zelab/contract/limits'
import { serverNow } from './activity-clock.ts'
import * as texts from './texts.ts'

/** Locale of texts, dates and numbers. */
export const LOCALE = 'en-US'

/** "1 row", "1,203 rows", "2 people were". English only. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const NOT_AVAILABLE = texts.notAvailable

export const orNotAvailable = (value: string | null | undefined): string => value?.trim() || NOT_AVAILABLE

const LONG_DATE: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }
const longDate = new Intl.DateTimeFormat(LOCALE, LONG_DATE)
const longPlainDate = new Intl.DateTimeFormat(LOCALE, { ...LONG_DATE, timeZone: 'UTC' })
const longDateTime = new Intl.DateTimeFormat(LOCALE, { ...LONG_DATE, hour: 'numeric', minute: '2-digit' })

const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })

const format = (formatter: Intl.DateTimeFormat, date: Date): string =>
  Number.isNaN(date.getTime()) ? NOT_AVAILABLE : formatter.format(date)

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Keeps a name or title in one piece within a sentence. */
export const inSentence = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** "November 20, 2026" in the user's time zone (AMB-84). */
export const formatDate = (timestamp: string | Date): string => format(longDate, new Date(timestamp))

/** "November 20, 2026 at 9:41 AM" */
export const formatDateTime = (timestamp: string): string => format(longDateTime, new Date(timestamp))

/** "9:41 AM" */
export const formatTime = (timestamp: string): string => format(timeOfDay, new Date(timestamp))

/** "9:41 AM" today, otherwise "November 20, 2026 at 9:41 AM" */
export const formatMoment = (timestamp: string): string =>
  localToday(new Date(timestamp)) === localToday() ? formatTime(timestamp) : formatDateTime(timestamp)

const wallTime = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** "9:41 PM" for 21:41 on the lab's clock. */
export const formatWallTime = (time: string): string => format(wallTime, new Date(`2000-01-01T${time}Z`))

/** A date without a time, such as a date of birth, which no time zone may shift (AMB-44). */
export const formatPlainDate = (plainDate: string): string =>
  format(longPlainDate, new Date(`${plainDate.slice(0, 10)}T00:00:00Z`))

/** The user's calendar date as YYYY-MM-DD, by the server's clock. */
export const localToday = (now: Date = new Date(serverNow())): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** First letter of each word in upper case, or N/A without a name (section 5). */
export const initialsOf = (fullName: string | null | undefined): string => {
  const words = fullName?.trim().split(/\s+/).filter(Boolean) ?? []
  return words.map((word) => [...word][0]?.toUpperCase() ?? '').join('') || NOT_AVAILABLE
}

const MINUTE_S = 60
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 60 * MINUTE_S],
  ['month', 30 * 24 * 60 * MINUTE_S],
  ['week', 7 * 24 * 60 * MINUTE_S],
  ['day', 24 * 60 * MINUTE_S],
  ['hour', 60 * MINUTE_S],
  ['minute', MINUTE_S],
]
const relativeTime = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' })

/** "5 minutes ago"; "just now" within a minute and when the server's clock is ahead. */
export const formatRelative = (timestamp: string, now: Date = new Date(serverNow())): string => {
  const seconds = Math.floor((now.getTime() - new Date(timestamp).getTime()) / 1000)
  const unit = UNITS.find(([, length]) => seconds >= length)
  return unit ? relativeTime.format(-Math.floor(seconds / unit[1]), unit[0]) : texts.justNow
}

export const formatPatientId = (id: number): string => `${PATIENT_ID_PREFIX}${id}`

const wholeNumber = new Intl.NumberFormat(LOCALE)
export const formatCount = (count: number): string => wholeNumber.format(count)

/** The user's time zone, which the server needs to determine "today". */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
