import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import type { Dice } from './demo-people.ts'

interface Bitmap {
  width: number
  height: number
  /** Four bytes per pixel. */
  pixels: Buffer
}

type Colour = readonly [number, number, number]

const fill = (width: number, height: number, colour: Colour): Bitmap => {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < pixels.length; at += 4) pixels.set(colour, at)
  return { width, height, pixels }
}

const dot = (bitmap: Bitmap, x: number, y: number, radius: number, colour: Colour) => {
  for (let row = Math.max(0, y - radius); row < Math.min(bitmap.height, y + radius); row++)
    for (let column = Math.max(0, x - radius); column < Math.min(bitmap.width, x + radius); column++)
      if ((row - y) ** 2 + (column - x) ** 2 < radius ** 2)
        bitmap.pixels.set(colour, (row * bitmap.width + column) * 4)
}

const bar = (bitmap: Bitmap, x: number, y: number, width: number, height: number, colour: Colour) => {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++)
      bitmap.pixels.set(colour, (row * bitmap.width + column) * 4)
}

/** A stained blood smear under a microscope: pale red cells and a few purple white cells. */
export const smearPhoto = (dice: Dice): Buffer => {
  const bitmap = fill(800, 600, [246, 232, 222])
  const at = (length: number) => Math.floor(dice.roll() * length)
  for (let cell = 0; cell < 220; cell++) {
    const [x, y] = [at(800), at(600)]
    dot(bitmap, x, y, 17, [222, 128, 122])
    dot(bitmap, x, y, 7, [238, 178, 168])
  }
  for (let cell = 0; cell < 6; cell++) {
    const [x, y] = [at(800), at(600)]
    dot(bitmap, x, y, 30, [206, 186, 224])
    dot(bitmap, x, y, 17, [98, 58, 142])
  }
  return jpeg.encode({ data: bitmap.pixels, width: bitmap.width, height: bitmap.height }, 82).data
}

const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const encodePng = ({ width, height, pixels }: Bitmap): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, RGBA.
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let row = 0; row < height; row++)
    pixels.copy(rows, row * (width * 4 + 1) + 1, row * width * 4, (row + 1) * width * 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A scanned letter: gray lines of text on yellowish paper. */
export const letterScan = (dice: Dice): Buffer => {
  const bitmap = fill(620, 877, [250, 248, 240])
  bar(bitmap, 60, 60, 180, 22, [52, 84, 92])
  for (let line = 0; line < 26; line++)
    bar(bitmap, 60, 130 + line * 26, 260 + Math.floor(dice.roll() * 240), 6, [120, 122, 126])
  dot(bitmap, 480, 800, 34, [176, 196, 214])
  return encodePng(bitmap)
}
