import { IMPORT_MAX_ROWS, REFUSAL, todayIn } from '@zelab/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { countDuplicates, flagEarlierRows, flagKnownPatients } from './import-duplicates.repository.ts'
import { readContent } from './import-file.repository.ts'
import {
  finishReading,
  showRowsChecked,
  startReading,
  type PendingImport,
} from './import-progress.repository.ts'
import { findStep, insertRows } from './import-rows.repository.ts'
import {
  brokenRow,
  CancelledImportError,
  columnsProblem,
  RefusedFileError,
  tooManyCells,
  tooManyRows,
} from './import-text.ts'
import { readColumns, type Columns } from './reading/columns.ts'
import { BrokenRowError, EndlessRowsError, readRows, type CsvRow } from './reading/csv-rows.ts'
import { TooManyCellsError } from './reading/row-limits.ts'
import { createRowCheck, type CheckedRow } from './reading/row-check.ts'
import { detectSeparator, SEPARATOR_NAMES, type Separator } from './reading/separator.ts'
import { decodeText, EncodingDetector, type TextEncoding } from './reading/text-encoding.ts'

const BATCH_ROWS = 500
const BEGINNING_LENGTH = 64 * 1024

interface FileForm {
  encoding: TextEncoding
  separator: Separator
  /** Characters in front of the first row. */
  skip: number
}

async function* withoutBeginning(text: AsyncIterable<string>, length: number): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left = Math.max(0, left - piece.length)
  }
}

const detectForm = async (slices: () => AsyncIterable<Buffer>): Promise<FileForm> => {
  const detector = new EncodingDetector()
  for await (const slice of slices()) detector.add(slice)
  const encoding = detector.result()
  if (!encoding) throw new RefusedFileError(REFUSAL.importNotText)
  let beginning = ''
  for await (const piece of decodeText(slices(), encoding)) {
    beginning += piece
    if (beginning.length >= BEGINNING_LENGTH) break
  }
  return { encoding, ...detectSeparator(beginning) }
}

/** The rows of the file, the header first; refuses the file where they cannot be told apart. */
async function* rowsOf(slices: AsyncIterable<Buffer>, form: FileForm): AsyncGenerator<CsvRow> {
  try {
    yield* readRows(withoutBeginning(decodeText(slices, form.encoding), form.skip), form.separator)
  } catch (error) {
    if (error instanceof EndlessRowsError) throw new RefusedFileError(tooManyRows)
    if (error instanceof TooManyCellsError) throw new RefusedFileError(tooManyCells(error.rowNumber))
    throw error instanceof BrokenRowError ? new RefusedFileError(brokenRow(error.rowNumber)) : error
  }
}

/** Reads the file once without keeping anything: what cannot be imported at all is refused before any row is kept. */
const survey = async (rows: AsyncIterable<CsvRow>): Promise<{ columns: Columns; rowsTotal: number }> => {
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
  if (!columns || rowsTotal === 0) throw new RefusedFileError(REFUSAL.importEmpty)
  return { columns, rowsTotal }
}

/** Calls `work` for step after step of the rows that are kept. */
export const inSteps = async (
  tx: Queryable,
  importId: number,
  rows: number,
  work: (step: { after: number; upTo: number }) => Promise<void>,
): Promise<void> => {
  let after = 0
  for (;;) {
    const upTo = await findStep(tx, importId, after, rows)
    if (upTo === undefined) return
    await work({ after, upTo })
    after = upTo
  }
}

/** Flags what resembles a patient of the lab as it is now. */
export const flagPatients = (tx: Queryable, { id, labId }: PendingImport): Promise<void> =>
  inSteps(tx, id, BATCH_ROWS, async (step) => {
    await flagKnownPatients({ everyLab: false, labId }, tx, { importId: id, ...step })
  })

/**
 * Reads a file whole, checks every row and looks for duplicates, all in one transaction: whatever ends it in the middle
 * leaves nothing behind. How far it is shows outside through other connections.
 */
export const createImportCheck =
  ({ database, clock, timeZone }: { database: Database; clock: Clock; timeZone: () => Promise<string> }) =>
  async (tx: Queryable, pending: PendingImport): Promise<void> => {
    const { id } = pending
    const expectWanted = (isWanted: boolean) => {
      if (!isWanted) throw new CancelledImportError()
    }
    const slices = () => readContent(tx, id)
    const form = await detectForm(slices)
    const { columns, rowsTotal } = await survey(rowsOf(slices(), form))
    expectWanted(
      await startReading(database, id, {
        encoding: form.encoding,
        separator: SEPARATOR_NAMES[form.separator],
        unknownColumns: columns.unknown,
        rowsTotal,
      }),
    )

    const check = createRowCheck(columns, pending.dateOrder, todayIn(await timeZone(), clock.now()))
    let batch: CheckedRow[] = []
    let checked = 0
    let withErrors = 0
    const keepBatch = async () => {
      await insertRows(tx, id, batch)
      checked += batch.length
      withErrors += batch.filter((row) => row.errors.length > 0).length
      batch = []
      expectWanted(await showRowsChecked(database, id, { checked, withErrors }))
    }
    let isHeader = true
    for await (const row of rowsOf(slices(), form)) {
      if (!isHeader) batch.push(check(row))
      isHeader = false
      if (batch.length >= BATCH_ROWS) await keepBatch()
    }
    await keepBatch()
    await flagEarlierRows(tx, id)
    await flagPatients(tx, pending)
    expectWanted(await finishReading(tx, id, await countDuplicates(tx, id)))
  }
