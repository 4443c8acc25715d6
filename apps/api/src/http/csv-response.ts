import contentDisposition from 'content-disposition'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CSV_START, csvLine, type CsvCell, type CsvContent } from '../core/csv-line.ts'

interface CsvFile extends CsvContent {
  fileName: string
  /** Adds the export to the activity log; nothing is read or sent before it succeeds. */
  record: () => Promise<void>
}

async function* linesOf(
  { headings }: CsvFile,
  batches: AsyncIterator<CsvCell[][]>,
  first: IteratorResult<CsvCell[][], unknown>,
  expectSession: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield CSV_START + csvLine(headings)
    for (let batch = first; !batch.done; batch = await batches.next()) {
      yield batch.value.map(csvLine).join('')
      await expectSession()
    }
  } finally {
    // Stops reading, also after the client disconnected.
    await batches.return?.()
  }
}

/** A failure before the first batch gets an error response; a later one closes the connection. */
export const sendCsv = async (reply: FastifyReply, file: CsvFile): Promise<FastifyReply> => {
  await file.record()
  const batches = file.batches[Symbol.asyncIterator]()
  const first = await batches.next()
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(file.fileName))
    .type('text/csv; charset=utf-8')
    .send(Readable.from(linesOf(file, batches, first, () => reply.request.expectSession())))
}
