const NEEDS_QUOTES = /["\r\n,;]/
// A cell that begins so is a formula to a spreadsheet (CSV injection).
const STARTS_FORMULA = /^[=+\-@\t\r]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = typeof value === 'string' && STARTS_FORMULA.test(value) ? `'${value}` : String(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Begins a file that spreadsheets open as UTF-8. */
export const CSV_START = '\ufeff'

/** One line of a CSV file (RFC 4180), its cells safe to open in a spreadsheet. */
export const csvLine = (values: (string | number | null)[]): string => `${values.map(cell).join(',')}\r\n`
