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

  const read = async (wanted: number): Promise<Buffer> => {
    const part = Buffer.allocUnsafe(wanted)
    for (let filled = 0; filled < wanted;) {
      const size = await file.next(part.subarray(filled))
      if (size === 0) throw new Error('The file ended before its end')
      filled += size
    }
    return part
  }

  const next = async (buffer: Buffer): Promise<number> => {
    if (isEnded) return 0
    const start = buffer.write(head)
    head = ''
    // Only the last part may need padding.
    const most = Math.floor((buffer.length - start - TAIL.length) / 4) * 3
    const part = await read(Math.min(most, left))
    left -= part.length
    const end = start + buffer.write(part.toString('base64'), start, 'latin1')
    if (left > 0) return end
    isEnded = true
    return end + buffer.write(TAIL, end, 'latin1')
  }

  return { chunks: { next, close: () => file.close() }, length }
}
