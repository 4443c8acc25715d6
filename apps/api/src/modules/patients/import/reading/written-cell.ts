import {
  DEFAULT_PHONE_COUNTRY,
  readPhone,
  withLatinDigits,
  withoutMarks,
  type DateOrder,
  type Language,
} from '@zelab/contract'

/** Spreadsheets preserve digits this way: `="0501234567"`. */
const KEPT_AS_TEXT = /^="(.*)"$/s
/** Exports prevent formulas this way. */
const GUARDED = /^'(?=[=+\-@\t\r])/
const LONGEST_CELL = 1000

export const cellText = (cell: string): string =>
  withoutMarks(cell).slice(0, LONGEST_CELL).trim().replace(KEPT_AS_TEXT, '$1').replace(GUARDED, '')

export const inOneLine = (text: string, separator: ' ' | ', '): string =>
  text
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(separator)

/**
 * Accepts international numbers with plus, 00 or neither prefix, and national ones with their leading zero. Undefined
 * for an invalid national length. A national number without its zero could have lost any digit.
 */
export const phoneText = (cell: string): string | undefined => {
  const digits = withLatinDigits(cell)
  const isNational = /^[\s(]*0/.test(digits)
  return (
    readPhone(digits) ?? (isNational ? readPhone(digits, DEFAULT_PHONE_COUNTRY) : readPhone(`+${digits}`))
  )?.number
}

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

const LANGUAGE_WORDS: Record<string, Language> = {
  en: 'en',
  eng: 'en',
  english: 'en',
  الإنجليزية: 'en',
  الانجليزية: 'en',
  ar: 'ar',
  ara: 'ar',
  arabic: 'ar',
  العربية: 'ar',
  عربي: 'ar',
}

export const languageOf = (cell: string): Language | undefined => LANGUAGE_WORDS[cell.toLowerCase()]

const CONSENT_WORDS: Record<string, 'yes' | 'no'> = {
  yes: 'yes',
  y: 'yes',
  true: 'yes',
  1: 'yes',
  نعم: 'yes',
  no: 'no',
  n: 'no',
  false: 'no',
  0: 'no',
  لا: 'no',
}

export const consentOf = (cell: string): 'yes' | 'no' | undefined => CONSENT_WORDS[cell.toLowerCase()]

// Spreadsheets and databases append midnight to a date.
const MIDNIGHT = '(?:[T ]0{1,2}:00(?::00(?:\\.0+)?)?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${MIDNIGHT}$`)
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${MIDNIGHT}$`)

/**
 * Returns YYYY-MM-DD without checking that the date exists. The order of day and month applies with a trailing year.
 * Undefined for other formats.
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
