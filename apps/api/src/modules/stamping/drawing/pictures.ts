import { deflateSync } from 'node:zlib'
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import { findCanvasLibrary } from '../../inspection/canvas-library.ts'
import { readJpeg, readPng } from '../../inspection/image-structure.ts'
import type { EmbeddedImage } from './drawing.ts'

const MOST_SIDE = 480
/** A page of 600 dpi. Drawing one takes 720 MB, near the bound of the stamper. */
const MOST_PIXELS = 36_000_000

const PNG_START = 0x89

/** Stores differences from the row above, which deflate better. */
const pixelStream = (
  { context }: PDFDocument,
  pixels: { width: number; height: number; channels: 1 | 3; rows: (row: number) => Uint8Array },
  more: Record<string, PDFRef> = {},
): PDFRef => {
  const { width, height, channels } = pixels
  const line = width * channels
  const filtered = Buffer.alloc((line + 1) * height)
  let above: Uint8Array = Buffer.alloc(line)
  for (let row = 0; row < height; row++) {
    const current = pixels.rows(row)
    const start = row * (line + 1)
    filtered[start] = 2
    for (let at = 0; at < line; at++)
      filtered[start + 1 + at] = (current[at] as number) - (above[at] as number)
    above = current
  }
  return context.register(
    context.stream(deflateSync(filtered), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: width },
      ...more,
    }),
  )
}

const decode = async (file: Uint8Array) => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const structure = bytes[0] === PNG_START ? readPng(bytes) : readJpeg(bytes)
  const library = findCanvasLibrary()
  if (!structure || structure.pixels > MOST_PIXELS || !library) return undefined
  const image = await library.loadImage(bytes)
  return image.width > 0 && image.height > 0 ? { library, image } : undefined
}

const rowsOf = (data: Uint8ClampedArray, width: number, channels: readonly number[]) => (row: number) => {
  const line = new Uint8Array(width * channels.length)
  let at = 0
  for (let column = 0; column < width; column++)
    for (const channel of channels) line[at++] = data[(row * width + column) * 4 + channel] ?? 0
  return line
}

export const embedPicture = async (
  doc: PDFDocument,
  file: Uint8Array | null,
): Promise<EmbeddedImage | undefined> => {
  try {
    const decoded = file && (await decode(file))
    if (!decoded) return undefined
    const { library, image } = decoded
    const scale = Math.min(1, MOST_SIDE / Math.max(image.width, image.height))
    const width = Math.max(1, Math.round(image.width * scale))
    const height = Math.max(1, Math.round(image.height * scale))
    const context = library.createCanvas(width, height).getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const mask = pixelStream(doc, { width, height, channels: 1, rows: rowsOf(data, width, [3]) })
    const ref = pixelStream(
      doc,
      { width, height, channels: 3, rows: rowsOf(data, width, [0, 1, 2]) },
      { SMask: mask },
    )
    return { ref, width, height }
  } catch {
    return undefined
  }
}

/** Blends transparency with white. Undefined for an invalid file. */
export const embedOnWhite = async (
  doc: PDFDocument,
  file: Uint8Array,
): Promise<EmbeddedImage | undefined> => {
  const decoded = await decode(file)
  if (!decoded) return undefined
  const { library, image } = decoded
  const { width, height } = image
  // Row by row, because a second copy of a large picture would take too much memory.
  const whole = library.createCanvas(width, height).getContext('2d')
  whole.fillStyle = 'white'
  whole.fillRect(0, 0, width, height)
  whole.drawImage(image, 0, 0)
  const rows = (row: number) => rowsOf(whole.getImageData(0, row, width, 1).data, width, [0, 1, 2])(0)
  return { ref: pixelStream(doc, { width, height, channels: 3, rows }), width, height }
}
