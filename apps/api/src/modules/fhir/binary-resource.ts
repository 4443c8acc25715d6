import type { Binary } from 'fhir/r4'
import type { FileChunks } from '../../platform/file-storage/file-storage.ts'

const TAIL = '"}'

/** A Binary with a file of this size as its data, which is never in memory as a whole. */
export const streamedBinary = (
  resource: Omit<Binary, 'data'>,
  sizeBytes: number,
  file: FileChunks,
): { chunks: FileChunks; length: number } => {
  let head = `${JSON.stringify(resource).slice(0, -1)},"data":"`
  const length = Buffer.byteLength(head) + 4 * Math.ceil(sizeBytes / 3) + TAIL.length
  let left = sizeBytes
  let isEnded = false

  const fill = async (part: Buffer): Promise<void> => {
    for (let filled = 0; filled < part.length;) {
      const size = isEnded ? 0 : await file.next(part.subarray(filled))
      if (size === 0) throw new Error('The file ended before its end')
      filled += size
    }
  }

  const next = async (buffer: Buffer): Promise<number> => {
    if (isEnded) return 0
    const start = buffer.write(head)
    head = ''
    // Only the last part may need padding.
    const most = Math.floor((buffer.length - start - TAIL.length) / 4) * 3
    const part = buffer.subarray(start, start + Math.min(most, left))
    await fill(part)
    left -= part.length
    // `toString` copies the bytes before they are overwritten.
    const end = start + buffer.write(part.toString('base64'), start, 'latin1')
    if (left > 0) return end
    isEnded = true
    return end + buffer.write(TAIL, end, 'latin1')
  }

  const close = () => {
    isEnded = true
    return file.close()
  }

  return { chunks: { next, close }, length }
}
