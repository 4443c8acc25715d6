import { isPlainDate } from './date-range.ts'
import type { DateOrder } from '../limits.ts'
import { withLatinDigits, withoutInvisible } from './typed-text.ts'

const LONGEST_SPELLING = 40
const SEPARATOR = '[-/.\\s]+'
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,2})$`)
const YEAR_LAST = new RegExp(`^(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{4})$`)
const EIGHT_DIGITS = /^(\d{2})(\d{2})(\d{4})$/
const EIGHT_DIGITS_YEAR_FIRST = /^(\d{4})(\d{2})(\d{2})$/
const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th)?[-/.,\s]*(\p{L}+)[-/.,\s]*(\d{4})$/u
const NAME_DAY_YEAR = /^(\p{L}+)[-/.\s]*(\d{1,2})(?:st|nd|rd|th)?[-/.,\s]+(\d{4})$/u
const YEAR_NAME_DAY = /^(\d{4})[-/.,\s]*(\p{L}+)[-/.,\s]*(\d{1,2})$/u
const SHORTEST_NAME = 3

const MONTHS = [
  ['january', 'يناير'],
  ['february', 'فبراير'],
  ['march', 'مارس'],
  ['april', 'أبريل', 'ابريل'],
  ['may', 'مايو'],
  ['june', 'يونيو'],
  ['july', 'يوليو'],
  ['august', 'أغسطس', 'اغسطس'],
  ['september', 'سبتمبر'],
  ['october', 'أكتوبر', 'اكتوبر'],
  ['november', 'نوفمبر'],
  ['december', 'ديسمبر'],
] as const

/** The number of a month by its name or prefix; empty for any other word. */
const monthOf = (word: string): string => {
  const name = word.toLowerCase()
  const index = MONTHS.findIndex((names) => names.some((one) => one.startsWith(name)))
  return name.length < SHORTEST_NAME || index < 0 ? '' : String(index + 1)
}

const real = (year = '', month = '', day = ''): string | undefined => {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(date) ? date : undefined
}

const inOrder = ([, first, second, year]: RegExpExecArray, order: DateOrder) =>
  order === 'dmy' ? real(year, second, first) : order === 'mdy' ? real(year, first, second) : undefined

const named = (text: string): string | undefined => {
  const dayFirst = DAY_NAME_YEAR.exec(text)
  if (dayFirst) return real(dayFirst[3], monthOf(dayFirst[2] ?? ''), dayFirst[1])
  const nameFirst = NAME_DAY_YEAR.exec(text)
  if (nameFirst) return real(nameFirst[3], monthOf(nameFirst[1] ?? ''), nameFirst[2])
  const yearFirst = YEAR_NAME_DAY.exec(text)
  return yearFirst ? real(yearFirst[1], monthOf(yearFirst[2] ?? ''), yearFirst[3]) : undefined
}

/** Unless the year leads or the month is named, only the installation's order of day and month is accepted. */
export const readTypedDate = (typed: string, order: DateOrder): string | undefined => {
  if (typed.length > LONGEST_SPELLING) return undefined
  const text = withLatinDigits(withoutInvisible(typed)).trim()
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return real(yearFirst[1], yearFirst[2], yearFirst[3])
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) return inOrder(yearLast, order)
  const digits = EIGHT_DIGITS.exec(text)
  if (digits) {
    const date = inOrder(digits, order)
    if (date && date >= '1900') return date
    // With the year first, eight digits cannot be a recent date in another order.
    const [, year, month, day] = EIGHT_DIGITS_YEAR_FIRST.exec(text) ?? []
    return Number(year) >= 1900 ? (real(year, month, day) ?? date) : date
  }
  return named(text)
}

const SHORT_YEAR = new RegExp(
  `^\\d{1,2}${SEPARATOR}(?:\\d{1,2}|\\p{L}{3,})${SEPARATOR}\\d{2}$|^\\p{L}{3,}${SEPARATOR}\\d{1,2}[,\\s]+\\d{2}$|^\\d{6}$`,
  'u',
)

/** "3/4/90" and "030490" are not dates, because the century is unknown. */
export const hasShortYear = (typed: string): boolean =>
  SHORT_YEAR.test(withLatinDigits(withoutInvisible(typed)).trim())

export const typedDateOf = (date: string, order: DateOrder): string => {
  const [year, month, day] = date.split('-')
  if (order === 'ymd') return date
  return order === 'dmy' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}
