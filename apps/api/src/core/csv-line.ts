const NEEDS_QUOTES = /["\r\n\t,;]/
// A cell that begins so is a formula to a spreadsheet (CSV injection). Where the semicolon or the tab separates cells
// for the reader's own settings, one begins inside of a text, too.
const STARTS_FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@])/g
// Plus and digits can be nothing but a number: harmless as it stands, and an apostrophe would become part of it.
const PHONE_NUMBER = /^\+\d{1,15}$/

export type CsvCell = string | number | null

const harmless = (text: string) => (PHONE_NUMBER.test(text) ? text : text.replace(STARTS_FORMULA, "'"))

const cell = (value: CsvCell): string => {
  if (value === null) return ''
  const text = typeof value === 'string' ? harmless(value) : String(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Begins a file that spreadsheets open as UTF-8. */
export const CSV_START = '\ufeff'

/** One line of a CSV file (RFC 4180), its cells safe to open in a spreadsheet. */
export const csvLine = (values: CsvCell[]): string => `${values.map(cell).join(',')}\r\n`
