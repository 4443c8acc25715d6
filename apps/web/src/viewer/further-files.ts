import { fileAddress, isReportFilePath } from '../lib/report-files.ts'
import { loadFile, LoadError } from './load-file.ts'
import { pictureSheet } from './picture-view.ts'
import type { Sheet } from './view.ts'

/** Together with the file that is shown. */
const MAX_BYTES = 200_000_000

export interface FurtherFile {
  reportId: number
  filePath: string
}

/** Written by `lib/viewer-messages.ts` as "12:/api/v1/report/file/…". */
export const furtherFileOf = (asked: string): FurtherFile => {
  const split = asked.indexOf(':')
  return { reportId: Number(asked.slice(0, split)), filePath: asked.slice(split + 1) }
}

/** Pages of files that are printed after the one that is shown, one file at a time. */
export async function* sheetsOfFiles(
  files: readonly FurtherFile[],
  shownBytes: number,
): AsyncGenerator<Sheet> {
  let bytes = shownBytes
  for (const { filePath } of files) {
    if (!isReportFilePath(filePath)) throw new LoadError('gone')
    const { content, mediaType } = await loadFile(fileAddress(filePath), () => undefined)
    bytes += content.byteLength
    if (bytes > MAX_BYTES) throw new LoadError('failed')
    if (mediaType.startsWith('image/')) {
      const blob = new Blob([content], { type: mediaType })
      const picture = new Image()
      picture.src = URL.createObjectURL(blob)
      await picture.decode().finally(() => URL.revokeObjectURL(picture.src))
      yield* pictureSheet(blob, picture)
    } else {
      const { sheetsOfPdf } = await import('./pdf-view.ts')
      yield* sheetsOfPdf(content)
    }
  }
}
