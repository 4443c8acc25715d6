const NEEDS_QUOTES = /["\r\n\t,;]/
// Spreadsheets treat a cell with this start as a formula (CSV injection). With other regional settings a cell may also
// start inside a value, after a semicolon or tab.
const STARTS_FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@])/g
// A plus sign and digits can only be a number: it is harmless, and an apostrophe would become part of it.
const PHONE_NUMBER = /^\+\d{1,15}$/

export type CsvCell = string | number | null

const harmless = (text: string) => (PHONE_NUMBER.test(text) ? text : text.replace(STARTS_FORMULA, "'"))

const cell = (value: CsvCell): string => {
  if (value === null) return ''
  const text = typeof value === 'string' ? harmless(value) : String(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const CSV_START = '\ufeff'

/** One line of a CSV file (RFC 4180) with cells that are safe to open in a spreadsheet. */
export const csvLine = (values: CsvCell[]): string => `${values.map(cell).join(',')}\r\n`
