import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

const padded = (length: number) => (length + 3) & ~3

/** fontkit would inflate the glyph table again for each glyph. */
export const unpackWoff = (file: Buffer): Buffer => {
  const count = file.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const log = Math.floor(Math.log2(count))
  head.writeUInt16BE(16 * 2 ** log, 6)
  head.writeUInt16BE(log, 8)
  head.writeUInt16BE(16 * (count - 2 ** log), 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = HEADER + index * ENTRY
    const start = file.readUInt32BE(entry + 4)
    const packed = file.readUInt32BE(entry + 8)
    const length = file.readUInt32BE(entry + 12)
    const data = file.subarray(start, start + packed)
    const table = packed < length ? inflateSync(data) : data
    const at = SFNT_HEADER + index * SFNT_ENTRY
    file.copy(head, at, entry, entry + 4)
    file.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(length, at + 12)
    parts.push(table, Buffer.alloc(padded(length) - length))
    offset += padded(length)
  }
  return Buffer.concat(parts)
}
