import {
  IMAGE_MAX_MEGAPIXELS,
  PDF_MAX_PAGES,
  REFUSAL,
  REPORT_FILE_PART,
  type ErrorCode,
  type ReportFileMediaType,
} from '@zelab/contract'
import { AppError } from '../../http/app-error.ts'
import { StorageUnavailableError, type StagedFile } from '../../platform/file-storage/file-storage.ts'
import {
  VirusScannerUnavailableError,
  type VirusScanner,
} from '../../platform/virus-scanner/virus-scanner.ts'
import type { FileInspector } from './inspection/file-inspector.ts'
import type { FileProblem, IdentityHints } from './inspection/inspection.ts'

const LIMITS = { pdfPages: PDF_MAX_PAGES, imageMegapixels: IMAGE_MAX_MEGAPIXELS }
const TOO_MUCH: readonly FileProblem[] = ['pdfTooLong', 'imageTooLarge']

export const refusedFile = (code: ErrorCode, message: string): AppError =>
  new AppError(code, message, [{ path: REPORT_FILE_PART, message }])

const readWhole = async (file: StagedFile): Promise<Buffer> => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of file.read() as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch (error) {
    throw new StorageUnavailableError(error)
  }
  return Buffer.concat(chunks)
}

/** What a complete upload has to pass before it is kept. */
export const createUploadChecks = ({
  scanner,
  onScannerFailure,
  inspector,
}: {
  /** Without one nothing is scanned for viruses. */
  scanner?: VirusScanner | undefined
  onScannerFailure: (error: unknown) => void
  inspector: FileInspector
}) => {
  const refuseInfected = async (file: StagedFile) => {
    const verdict = await scanner?.scan(file.read()).catch((error: unknown) => {
      if (!(error instanceof VirusScannerUnavailableError)) throw error
      onScannerFailure(error)
      throw refusedFile('UNAVAILABLE', REFUSAL.scannerDown)
    })
    if (verdict === 'infected') throw refusedFile('UNSUPPORTED_MEDIA', REFUSAL.fileInfected)
  }

  return {
    /** Rejects with the refusal, or gives whom the file's text names. */
    async approve(file: StagedFile, mediaType: ReportFileMediaType): Promise<IdentityHints | null> {
      // Known viruses first: they never reach a parser of ours.
      await refuseInfected(file)
      const result = await inspector.inspect({ mediaType, limits: LIMITS, read: () => readWhole(file) })
      if ('hints' in result) return result.hints
      const code = TOO_MUCH.includes(result.problem) ? 'TOO_LARGE' : 'UNSUPPORTED_MEDIA'
      throw refusedFile(code, REFUSAL[result.problem])
    },
  }
}
export type UploadChecks = ReturnType<typeof createUploadChecks>
