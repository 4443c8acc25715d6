import { readPhone, withLatinDigits, withoutInvisible, type DateOrder } from '@zelab/contract'

/** How spreadsheets keep a number's digits: `="0501234567"`. */
const KEPT_AS_TEXT = /^="(.*)"$/s
/** How exports keep a cell from being a formula. */
const GUARDED = /^'(?=[=+\-@\t\r])/
const LONGEST_CELL = 1000

/** What somebody wrote into a cell, without what programs put around it. */
export const cellText = (cell: string): string =>
  withoutInvisible(cell.slice(0, LONGEST_CELL)).trim().replace(KEPT_AS_TEXT, '$1').replace(GUARDED, '')

/**
 * An international number as it is stored, with plus, 00 or neither in front; undefined when it is no number of the
 * national length. A file does not say of which country its national numbers are.
 */
export const phoneText = (cell: string): string | undefined =>
  (readPhone(cell) ?? (/^\s*[1-9\u0661-\u0669\u06f1-\u06f9]/.test(cell) ? readPhone(`+${cell}`) : undefined))
    ?.number

const GENDER_WORDS: Record<string, string> = {
  m: 'MALE',
  male: 'MALE',
  f: 'FEMALE',
  female: 'FEMALE',
  o: 'OTHER',
  other: 'OTHER',
  ذكر: 'MALE',
  أنثى: 'FEMALE',
  انثى: 'FEMALE',
  أنثي: 'FEMALE',
  انثي: 'FEMALE',
}

export const genderText = (cell: string): string => GENDER_WORDS[cell.toLowerCase()] ?? cell

// Spreadsheets and databases write a midnight behind a date.
const MIDNIGHT = '(?:[T ]0{1,2}:00(?::00(?:\\.0+)?)?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${MIDNIGHT}$`)
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${MIDNIGHT}$`)

/**
 * A date as YYYY-MM-DD, whether it exists or not. With the year in front the order is clear; with the year at the end
 * it is day or month first, as said. Undefined when the text is no date in that order.
 */
export const dateText = (cell: string, order: DateOrder): string | undefined => {
  const text = withLatinDigits(cell)
  const first = YEAR_FIRST.exec(text)
  if (first) return join(first[1], first[3], first[4])
  const last = order === 'ymd' ? null : YEAR_LAST.exec(text)
  if (!last) return undefined
  return order === 'dmy' ? join(last[4], last[3], last[1]) : join(last[4], last[1], last[3])
}

const join = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
