import contentDisposition from 'content-disposition'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CSV_START, csvLine, type CsvCell } from '../core/csv-line.ts'

interface CsvFile<Row> {
  fileName: string
  headings: string[]
  cellsOf: (row: Row) => CsvCell[]
  /** Read one after the other as fast as the client takes them: any number of rows needs the memory of one batch. */
  batches: AsyncIterable<Row[]>
  /** Puts the export on record; nothing is sent, and nothing read, before it has succeeded. */
  record: () => Promise<void>
}

async function* linesOf<Row>(
  file: CsvFile<Row>,
  batches: AsyncIterator<Row[]>,
  first: IteratorResult<Row[], unknown>,
  expectSession: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield CSV_START + csvLine(file.headings)
    for (let batch = first; !batch.done; batch = await batches.next()) {
      yield batch.value.map((row) => csvLine(file.cellsOf(row))).join('')
      // The reader decides how long this takes.
      await expectSession()
    }
  } finally {
    // Also when the client went away: nothing more is read then.
    await batches.return?.()
  }
}

/**
 * Streams rows as a CSV file to save. What fails before the first batch is there is answered as an error; a failure
 * after that breaks the connection off, so that a browser does not take half a file for the whole. So does the end of the
 * session: a signed-out user reads nothing more.
 */
export const sendCsv = async <Row>(reply: FastifyReply, file: CsvFile<Row>): Promise<FastifyReply> => {
  await file.record()
  const batches = file.batches[Symbol.asyncIterator]()
  const first = await batches.next()
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(file.fileName))
    .type('text/csv; charset=utf-8')
    .send(Readable.from(linesOf(file, batches, first, () => reply.request.expectSession())))
}
