const NEEDS_QUOTES = /["\r\n\t,;]/
// Spreadsheets treat a cell with this start as a formula (CSV injection). With other regional settings, a cell may also
// start after a semicolon or tab.
const STARTS_FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@])/g
// A plus sign and digits are a harmless number, and an apostrophe would become part of it.
const PHONE_NUMBER = /^\+\d{1,15}$/

export type CsvCell = string | number | null

const harmless = (text: string) => (PHONE_NUMBER.test(text) ? text : text.replace(STARTS_FORMULA, "'"))

const cell = (value: CsvCell): string => {
  if (value === null) return ''
  const text = typeof value === 'string' ? harmless(value) : String(value)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With a byte order mark, spreadsheets read the file as UTF-8. */
export const CSV_START = '\ufeff'

/** A CSV line (RFC 4180) that is safe to open in a spreadsheet. */
export const csvLine = (values: CsvCell[]): string => `${values.map(cell).join(',')}\r\n`

/** A heading with what it names cannot come apart. */
export type CsvColumns<Row> = readonly (readonly [heading: string, cellOf: (row: Row) => CsvCell])[]

export interface CsvContent {
  headings: string[]
  /** Read one at a time at the client's pace, so memory does not depend on the number of rows. */
  batches: AsyncIterable<CsvCell[][]>
}

async function* cellsOf<Row>(columns: CsvColumns<Row>, batches: AsyncIterable<Row[]>) {
  for await (const rows of batches) yield rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))
}

export const csvOf = <Row>(columns: CsvColumns<Row>, batches: AsyncIterable<Row[]>): CsvContent => ({
  headings: columns.map(([heading]) => heading),
  batches: cellsOf(columns, batches),
})
