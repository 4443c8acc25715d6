import type { ImportDateOrder } from '@zelab/contract'

const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** How spreadsheets keep a number's digits: `="0501234567"`. */
const KEPT_AS_TEXT = /^="(.*)"$/s
/** How exports keep a cell from being a formula. */
const GUARDED = /^'(?=[=+\-@\t\r])/
const LONGEST_CELL = 1000

/** What somebody wrote into a cell, without what programs put around it. */
export const cellText = (cell: string): string =>
  cell.slice(0, LONGEST_CELL).replace(INVISIBLE, '').trim().replace(KEPT_AS_TEXT, '$1').replace(GUARDED, '')

const ARABIC_ZERO = 0x0660
const PERSIAN_ZERO = 0x06f0

const plainDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO))
  })

/** A phone number as the registration takes it: 00 in front stands for the plus. */
export const phoneText = (cell: string): string =>
  plainDigits(cell)
    .replace(/[\s\-()]/g, '')
    .replace(/^00/, '+')

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
export const dateText = (cell: string, order: ImportDateOrder): string | undefined => {
  const text = plainDigits(cell)
  const first = YEAR_FIRST.exec(text)
  if (first) return join(first[1], first[3], first[4])
  const last = order === 'ymd' ? null : YEAR_LAST.exec(text)
  if (!last) return undefined
  return order === 'dmy' ? join(last[4], last[3], last[1]) : join(last[4], last[1], last[3])
}

const join = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
