import { IMPORT_MAX_ROWS, REFUSAL, type ImportEncoding } from '@zelab/contract'
import { brokenRow, columnsProblem, RefusedFileError, tooManyCells, tooManyRows } from '../import-text.ts'
import { readColumns, type Columns } from './columns.ts'
import { BrokenRowError, EndlessRowsError, readRows, type CsvRow } from './csv-rows.ts'
import { createRowCheck, type CheckedRow } from './row-check.ts'
import { TooManyCellsError } from './row-limits.ts'
import { detectSeparator, SEPARATOR_NAMES, type Separator } from './separator.ts'
import { decodeText, EncodingDetector } from './text-encoding.ts'

export const BATCH_ROWS = 500
const SLICE_BYTES = 128 * 1024
const BEGINNING_LENGTH = 64 * 1024

interface FileForm {
  encoding: ImportEncoding
  isCertain: boolean
  separator: Separator
  skip: number
}

async function* withoutBeginning(text: AsyncIterable<string>, length: number): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left = Math.max(0, left - piece.length)
  }
}

const detectForm = async (
  slices: () => AsyncIterable<Buffer>,
  chosen: ImportEncoding | undefined,
): Promise<FileForm> => {
  const detector = new EncodingDetector()
  for await (const slice of slices()) detector.add(slice)
  const detected = detector.result()
  if (!detected) throw new RefusedFileError(REFUSAL.IMPORT_NOT_TEXT)
  const { encoding, isCertain } = chosen ? { encoding: chosen, isCertain: true } : detected
  let beginning = ''
  for await (const piece of decodeText(slices(), encoding)) {
    beginning += piece
    if (beginning.length >= BEGINNING_LENGTH) break
  }
  return { encoding, isCertain, ...detectSeparator(beginning) }
}

async function* rowsOf(slices: AsyncIterable<Buffer>, form: FileForm): AsyncGenerator<CsvRow> {
  try {
    yield* readRows(withoutBeginning(decodeText(slices, form.encoding), form.skip), form.separator)
  } catch (error) {
    if (error instanceof EndlessRowsError) throw new RefusedFileError(tooManyRows)
    if (error instanceof TooManyCellsError) throw new RefusedFileError(tooManyCells(error.rowNumber))
    throw error instanceof BrokenRowError ? new RefusedFileError(brokenRow(error.rowNumber)) : error
  }
}

/** Rejects an invalid file before any row is stored. */
const firstPass = async (rows: AsyncIterable<CsvRow>): Promise<{ columns: Columns; rowsTotal: number }> => {
  let columns: Columns | undefined
  let rowsTotal = 0
  for await (const row of rows) {
    if (columns) {
      rowsTotal += 1
      if (rowsTotal > IMPORT_MAX_ROWS) throw new RefusedFileError(tooManyRows)
      continue
    }
    const found = readColumns(row.cells)
    if ('missing' in found) throw new RefusedFileError(columnsProblem(found))
    columns = found
  }
  if (!columns || rowsTotal === 0) throw new RefusedFileError(REFUSAL.IMPORT_EMPTY)
  return { columns, rowsTotal }
}

export interface ReadingTask {
  content: Uint8Array
  dateOrder: Parameters<typeof createRowCheck>[1]
  encoding?: ImportEncoding | undefined
  today: string
}

export type ReadingPart =
  | {
      kind: 'survey'
      encoding: ImportEncoding
      /** False if another encoding yields equally plausible names. */
      isCertain: boolean
      separator: string
      unknownColumns: string[]
      rowsTotal: number
    }
  | { kind: 'rows'; rows: CheckedRow[] }

async function* slicesOf(content: Uint8Array): AsyncGenerator<Buffer> {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  for (let at = 0; at < file.length; at += SLICE_BYTES)
    yield await Promise.resolve(file.subarray(at, at + SLICE_BYTES))
}

/** Reads twice: a first pass without output, then row by row. */
export async function* readFile({
  content,
  dateOrder,
  encoding,
  today,
}: ReadingTask): AsyncGenerator<ReadingPart> {
  const slices = () => slicesOf(content)
  const form = await detectForm(slices, encoding)
  const { columns, rowsTotal } = await firstPass(rowsOf(slices(), form))
  yield {
    kind: 'survey',
    encoding: form.encoding,
    isCertain: form.isCertain,
    separator: SEPARATOR_NAMES[form.separator],
    unknownColumns: columns.unknown,
    rowsTotal,
  }
  const check = createRowCheck(columns, dateOrder, today)
  let rows: CheckedRow[] = []
  let isHeader = true
  for await (const row of rowsOf(slices(), form)) {
    if (!isHeader) rows.push(check(row))
    isHeader = false
    if (rows.length < BATCH_ROWS) continue
    yield { kind: 'rows', rows }
    rows = []
  }
  yield { kind: 'rows', rows }
}
