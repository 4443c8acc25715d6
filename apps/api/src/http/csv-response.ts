import contentDisposition from 'content-disposition'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CSV_START, csvLine, type CsvCell } from '../core/csv-line.ts'

interface CsvFile<Row> {
  fileName: string
  headings: string[]
  cellsOf: (row: Row) => CsvCell[]
  /** Read one at a time at the client's pace, so memory does not depend on the number of rows. */
  batches: AsyncIterable<Row[]>
  /** Adds the export to the activity log; nothing is read or sent before it succeeds. */
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
      await expectSession()
    }
  } finally {
    // Stops reading, also after the client disconnected.
    await batches.return?.()
  }
}

/** A failure before the first batch gets an error response; a later one closes the connection. */
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
