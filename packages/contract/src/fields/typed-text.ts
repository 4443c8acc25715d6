/** Direction marks, soft hyphens and zero-width spaces that keyboards, spreadsheets and copied text add. */
const MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const JOINERS = /[\u200c\u200d]/g

/** Keeps joiners, which are part of the spelling in Persian and other languages. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '')

/** Also removes joiners: for numbers, dates and codes. */
export const withoutInvisible = (text: string): string => withoutMarks(text).replace(JOINERS, '')

/** Converts Arabic-Indic, Persian and full-width digits, because numbers are stored in Latin digits. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
