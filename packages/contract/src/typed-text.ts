/** Marks that keyboards, spreadsheets and copied text add: of direction, soft hyphens, spaces without width. */
const MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const JOINERS = /[\u200c\u200d]/g

/** Keeps joiners, with which Persian and other languages spell. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '')

/** For text that is no language: numbers, dates and codes. */
export const withoutInvisible = (text: string): string => withoutMarks(text).replace(JOINERS, '')

/** Arabic-Indic, Persian and full-width digits as Latin digits, in which numbers are stored. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
