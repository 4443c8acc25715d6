/** Marks that keyboards, spreadsheets and copied text add to typed text. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Arabic-Indic, Persian and full-width digits as Latin digits, in which numbers are stored. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
