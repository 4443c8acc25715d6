import path from 'node:path'
import { REPORT_FILE_EXTENSIONS, REPORT_FILE_MEDIA_TYPES, type ReportFileMediaType } from '@zelab/contract'
import { fileTypeFromBuffer } from 'file-type'
import { findPdfHeader } from '../../inspection/second-kind.ts'

export const KIND_BYTES = 4100

const EXTENSIONS: Record<ReportFileMediaType, readonly string[]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
}

const isReportFileMediaType = (type: string): type is ReportFileMediaType =>
  (REPORT_FILE_MEDIA_TYPES as readonly string[]).includes(type)

const extensionOf = (fileName: string) => path.extname(fileName).toLowerCase()

export const hasReportFileExtension = (fileName: string): boolean =>
  (REPORT_FILE_EXTENSIONS as readonly string[]).includes(extensionOf(fileName))

export const detectFileKind = async (
  firstBytes: Buffer,
  fileName: string,
): Promise<ReportFileMediaType | undefined> => {
  const known = (await fileTypeFromBuffer(firstBytes))?.mime
  const mediaType = known ?? (findPdfHeader(firstBytes) === -1 ? undefined : 'application/pdf')
  if (!mediaType || !isReportFileMediaType(mediaType)) return undefined
  return EXTENSIONS[mediaType].includes(extensionOf(fileName)) ? mediaType : undefined
}

export const endingOf = (mediaType: ReportFileMediaType): string => EXTENSIONS[mediaType][0] ?? ''
