import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse, type InfoRecord } from 'csv-parse'
import { createCellLimit } from './row-limits.ts'
import type { Separator } from './separator.ts'

/** An unclosed quotation mark joins all following rows into one. */
const ROW_LIMIT_BYTES = 1_000_000
const ROW_LIMIT = 1_048_576
/** The parser is slow for rows whose length differs from the first one. */
const RAGGED_LIMIT = 150_000
/** Yields to other work between batches, even if each character is a row. */
const PIECE_LENGTH = 2048

export interface CsvRow {
  /** Spreadsheet row number: counts empty rows, but not line breaks in quoted cells. */
  rowNumber: number
  cells: string[]
}

export class BrokenRowError extends Error {
  readonly rowNumber: number

  constructor(rowNumber: number) {
    super(`Row ${rowNumber} has no end`)
    this.name = 'BrokenRowError'
    this.rowNumber = rowNumber
  }
}

export class EndlessRowsError extends Error {
  constructor() {
    super('There are too many rows')
    this.name = 'EndlessRowsError'
  }
}

async function* inChunks(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<string> {
  const limitCells = createCellLimit(separator)
  for await (const chunk of text)
    for (let from = 0; from < chunk.length; from += PIECE_LENGTH) {
      const piece = chunk.slice(from, from + PIECE_LENGTH)
      limitCells(piece)
      yield piece
      await nextTurn()
    }
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '')

/** Missing in the parser's types. */
type Place = Partial<Pick<InfoRecord, 'records' | 'empty_lines'>>
const rowsUpTo = ({ records = 0, empty_lines = 0 }: Place) => records + empty_lines

export async function* readRows(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark inside an unquoted cell is a literal character.
    relax_quotes: true,
    // Allows spaces around a quoted cell.
    trim: true,
    max_record_size: ROW_LIMIT_BYTES,
    skip_empty_lines: true,
    info: true,
  })
  // Source errors also end the parser and surface where its rows are read.
  pipeline(Readable.from(inChunks(text, separator)), parser, () => {})
  try {
    for await (const row of parser as AsyncIterable<{ record: string[]; info: InfoRecord }>) {
      const { record: cells, info } = row
      const rowNumber = rowsUpTo(info)
      if (rowNumber > ROW_LIMIT || info.invalid_field_length > RAGGED_LIMIT) throw new EndlessRowsError()
      if (!isBlank(cells)) yield { rowNumber, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenRowError(rowsUpTo(error as Place) + 1)
  }
}
