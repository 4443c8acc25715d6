import { crc32 } from 'node:zlib'

export interface ImageStructure {
  pixels: number
  end: number
}

const PNG_SIGNATURE_LENGTH = 8
const PNG_CHUNK_FRAME = 12
const LARGEST_PNG_SIDE = 0x7fff_ffff

/** Checks all chunks and checksums. Undefined if one is missing or wrong. */
export const readPng = (file: Buffer): ImageStructure | undefined => {
  let at = PNG_SIGNATURE_LENGTH
  let pixels = 0
  let hasContent = false
  while (at + PNG_CHUNK_FRAME <= file.length) {
    const length = file.readUInt32BE(at)
    const end = at + PNG_CHUNK_FRAME + length
    if (end > file.length) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined
    const isFirst = at === PNG_SIGNATURE_LENGTH
    if (isFirst !== (type === 'IHDR')) return undefined
    if (isFirst) {
      if (length !== 13) return undefined
      const [width, height] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
      if (width === 0 || height === 0 || Math.max(width, height) > LARGEST_PNG_SIDE) return undefined
      pixels = width * height
    }
    if (type === 'IDAT' && length > 0) hasContent = true
    if (type === 'IEND') return length === 0 && hasContent ? { pixels, end } : undefined
    at = end
  }
  return undefined
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const STUFFED_BYTE = 0x00
const TEMPORARY = 0x01
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
// The frame header range also contains Huffman tables, an extension and arithmetic conditioning.
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The offset of the next marker after compressed data. Skips stuffed bytes and restarts. */
const endOfScan = (file: Buffer, from: number): number => {
  let at = file.indexOf(0xff, from)
  while (at !== -1 && at + 1 < file.length) {
    const next = file.readUInt8(at + 1)
    if (next !== STUFFED_BYTE && next !== 0xff && !isRestart(next)) return at
    at = file.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return -1
}

/** Checks all segments. Undefined if one is missing or wrong. */
export const readJpeg = (file: Buffer, start = 0): ImageStructure | undefined => {
  let at = start + 2
  let pixels = 0
  let hasScan = false
  while (at !== -1 && at + 1 < file.length) {
    if (file.readUInt8(at) !== 0xff) return undefined
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return hasScan ? { pixels, end: at + 2 } : undefined
    if (marker === TEMPORARY || isRestart(marker)) {
      at += 2
      continue
    }
    if (marker === START_OF_IMAGE || marker === STUFFED_BYTE || at + 4 > file.length) return undefined
    const length = file.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > file.length) return undefined
    if (isFrameHeader(marker)) {
      if (length < 8) return undefined
      const frame = file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
      if (frame === 0) return undefined
      pixels = Math.max(pixels, frame)
    }
    if (marker !== START_OF_SCAN) {
      at = end
      continue
    }
    if (pixels === 0) return undefined
    hasScan = true
    at = endOfScan(file, end)
  }
  return undefined
}

const START_MARKER = Buffer.from([0xff, 0xd8, 0xff])
const LONGEST_PADDING = 1024

/**
 * The end of JPEGs appended at `end`: phones add a preview, a second view or an HDR gain map. Viewers show the first
 * one.
 */
export const endOfFollowingJpegs = (file: Buffer, end: number): number => {
  let last = end
  for (;;) {
    const start = file.subarray(last, last + LONGEST_PADDING).indexOf(START_MARKER)
    if (start === -1 || file.subarray(last, last + start).some((byte) => byte !== 0)) return last
    const next = readJpeg(file, last + start)
    if (!next) return last
    last = next.end
  }
}
