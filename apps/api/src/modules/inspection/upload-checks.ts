import type { Readable } from 'node:stream'
import {
  IMAGE_MAX_MEGAPIXELS,
  PDF_MAX_PAGES,
  REPORT_FILE_PART,
  type ErrorKind,
  type RefusalCode,
  type ReportFileMediaType,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { AppError } from '../../core/app-error.ts'
import { QueueFullError } from '../../platform/fair-queue.ts'
import { StorageUnavailableError, type StagedFile } from '../../platform/file-storage/file-storage.ts'
import { VirusScannerUnavailableError } from '../../platform/virus-scanner.ts'
import type { FileInspector } from './file-inspector.ts'
import type { FileProblem, IdentityHints, InspectedFile } from './inspection.ts'

const LIMITS = { pdfPages: PDF_MAX_PAGES, imageMegapixels: IMAGE_MAX_MEGAPIXELS }
const TOO_MUCH: readonly FileProblem[] = ['PDF_TOO_LONG', 'IMAGE_TOO_LARGE']

export const refusedFile = (kind: ErrorKind, code: RefusalCode): AppError =>
  new AppError(kind, code, { field: REPORT_FILE_PART })

interface ReadFile {
  sizeBytes: number
  read(): Readable | Promise<Readable>
}

/** Both storages receive uploads in a local folder. */
type LocalFile = StagedFile & { path?: string }

const readWhole = async (file: ReadFile): Promise<Uint8Array> => {
  const content = new Uint8Array(file.sizeBytes)
  let position = 0
  try {
    for await (const piece of (await file.read()) as AsyncIterable<Buffer>) {
      content.set(piece, position)
      position += piece.length
    }
  } catch (error) {
    throw new StorageUnavailableError(error)
  }
  return content
}

const QUEUE_RETRY_SECONDS = 5

export const refuseFullQueue = (error: unknown): never => {
  throw error instanceof QueueFullError
    ? new AppError('THROTTLED', 'TOO_MANY_UPLOADS', { retryAfterSeconds: QUEUE_RETRY_SECONDS })
    : error
}

export const createUploadChecks = ({
  scanner,
  reportFailure,
  inspector,
}: Pick<Context, 'scanner' | 'reportFailure'> & {
  inspector: FileInspector
}) => {
  const refuseInfected = async (file: StagedFile) => {
    const verdict = await scanner?.scan(file.read()).catch((error: unknown) => {
      if (!(error instanceof VirusScannerUnavailableError)) throw error
      reportFailure(error, 'an upload could not be scanned')
      throw refusedFile('UNAVAILABLE', 'VIRUS_SCANNER_UNAVAILABLE')
    })
    if (verdict === 'infected') throw refusedFile('UNSUPPORTED_MEDIA', 'VIRUS_FOUND')
  }

  return {
    prepare: () => inspector.prepare(),

    async readHints(
      file: ReadFile,
      mediaType: ReportFileMediaType,
      by: { owner: number },
    ): Promise<IdentityHints | null> {
      const result = await inspector
        .inspect({ ...by, mediaType, limits: LIMITS, read: () => readWhole(file) })
        .catch(refuseFullQueue)
      return 'hints' in result ? result.hints : null
    },

    async inspect(
      file: LocalFile,
      mediaType: ReportFileMediaType,
      by: { owner: number; signal?: AbortSignal | undefined },
    ): Promise<InspectedFile> {
      // The virus scan comes first, so that known viruses never reach the parsers.
      await refuseInfected(file)
      by.signal?.throwIfAborted()
      const result = await inspector
        .inspect({ ...by, mediaType, limits: LIMITS, path: file.path, read: () => readWhole(file) })
        .catch(refuseFullQueue)
      if ('hints' in result) return result
      const kind = TOO_MUCH.includes(result.problem) ? 'TOO_LARGE' : 'UNSUPPORTED_MEDIA'
      throw refusedFile(kind, result.problem)
    },
  }
}
export type UploadChecks = ReturnType<typeof createUploadChecks>
