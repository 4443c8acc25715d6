import type { ErrorKind, RefusalCode } from '@zelab/contract'
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '../../core/app-error.ts'
import type { FileInspector } from './file-inspector.ts'
import { refuseFullQueue } from './upload-checks.ts'

const MEDIA_TYPES = ['image/png', 'image/jpeg'] as const
export type PictureMediaType = (typeof MEDIA_TYPES)[number]

export interface PictureRule {
  field: string
  maxBytes: number
  maxMegapixels: number
  refusals: { tooLarge: RefusalCode; type: RefusalCode; tooManyPixels: RefusalCode }
}

export const checkPicture = async (
  inspector: FileInspector,
  content: Buffer,
  { owner, field, maxBytes, maxMegapixels, refusals }: PictureRule & { owner: number },
): Promise<PictureMediaType> => {
  const refused = (kind: ErrorKind, code: RefusalCode) => new AppError(kind, code, { field })
  if (content.length > maxBytes) throw refused('TOO_LARGE', refusals.tooLarge)
  const detected = await fileTypeFromBuffer(content)
  const mediaType = MEDIA_TYPES.find((type) => type === detected?.mime)
  if (!mediaType) throw refused('UNSUPPORTED_MEDIA', refusals.type)
  const result = await inspector
    .inspect({
      owner,
      mediaType,
      limits: { pdfPages: 0, imageMegapixels: maxMegapixels },
      // A copy, because content is transferred to the process.
      read: () => Promise.resolve(new Uint8Array(content)),
    })
    .catch(refuseFullQueue)
  if ('hints' in result) return mediaType
  if (result.problem === 'IMAGE_TOO_LARGE') throw refused('TOO_LARGE', refusals.tooManyPixels)
  throw refused('UNSUPPORTED_MEDIA', result.problem)
}
