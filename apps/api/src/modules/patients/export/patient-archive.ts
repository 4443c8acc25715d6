import { createHash } from 'node:crypto'
import { PassThrough, Transform, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asFhirBundle } from './fhir-bundle.ts'
import { asJson, asReadme, pathInArchive, type PatientRecord } from './patient-record.ts'
import type { ExportedReport } from './patient-export.repository.ts'

const checked = (report: ExportedReport, onSha1: (sha1: Buffer) => void) => {
  const sha256 = createHash('sha256')
  const sha1 = createHash('sha1')
  return new Transform({
    transform(piece: Buffer, _, done) {
      sha256.update(piece)
      sha1.update(piece)
      done(null, piece)
    },
    flush(done) {
      if (!sha256.digest().equals(report.sha256))
        return done(new Error(`The file of report #${report.id} is not the one that was published`))
      onSha1(sha1.digest())
      return done()
    },
  })
}

/**
 * Streams a ZIP file: report files first, then their descriptions. A missing or modified file aborts the stream, so
 * that an incomplete archive is never valid.
 */
export const archiveRecord = (
  record: PatientRecord,
  open: (report: ExportedReport) => Promise<Readable>,
): Readable => {
  const zip = new ZipFile()
  // The archive's own stream cannot be destroyed with an error.
  const archive = new PassThrough()
  const mtime = new Date(record.exportedAt)
  const sha1s = new Map<number, Buffer>()

  const add = (report: ExportedReport) =>
    new Promise<void>((resolve, reject) => {
      const options = { mtime, compress: false, size: report.sizeBytes }
      zip.addReadStreamLazy(pathInArchive(report), options, (give) => {
        open(report).then(
          (content) => {
            const file = checked(report, (sha1) => sha1s.set(report.id, sha1))
            archive.once('close', () => content.destroy())
            file.once('end', resolve).once('error', reject)
            give(null, content.once('error', reject).pipe(file))
          },
          (error: unknown) => reject(error as Error),
        )
      })
    })

  const write = async () => {
    zip.addBuffer(Buffer.from(`\ufeff${asReadme(record)}`), 'README.txt', { mtime })
    for (const report of record.reports) await add(report)
    const texts = { 'record.json': asJson(record), 'fhir-bundle.json': asFhirBundle(record, sha1s) }
    for (const [name, content] of Object.entries(texts))
      zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name, { mtime })
    zip.end()
  }

  zip.outputStream.pipe(archive)
  zip.once('error', (error: Error) => archive.destroy(error))
  write().catch((error: unknown) => archive.destroy(error as Error))
  return archive
}
