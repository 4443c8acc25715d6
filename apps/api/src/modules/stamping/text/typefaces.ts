import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

const padded = (length: number) => (length + 3) & ~3

/** fontkit would inflate the glyph table again for each glyph. */
const unpackWoff = (file: Buffer): Buffer => {
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

export type Weight = 'regular' | 'semibold'

/** Covers one part of Unicode. */
export interface Typeface {
  key: string
  font: Font
  isArabic: boolean
}

/** IBM Plex Sans (OFL). The first file with the character wins. */
const FILES = [
  { family: 'ibm-plex-sans', subset: 'latin' },
  { family: 'ibm-plex-sans', subset: 'latin-ext' },
  { family: 'ibm-plex-sans-arabic', subset: 'arabic' },
  { family: 'ibm-plex-sans', subset: 'cyrillic' },
  { family: 'ibm-plex-sans', subset: 'greek' },
]
const WEIGHTS: Record<Weight, number> = { regular: 400, semibold: 600 }

const require = createRequire(import.meta.url)

const load = (family: string, subset: string, weight: Weight): Typeface => {
  const file = `@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`
  // The files contain one font each, not a collection.
  const font = fontkit.create(unpackWoff(readFileSync(require.resolve(file)))) as Font
  return { key: `${subset}-${weight}`, font, isArabic: subset === 'arabic' }
}

const loaded = new Map<string, Typeface>()
const typefaceOf = ({ family, subset }: (typeof FILES)[number], weight: Weight): Typeface => {
  const key = `${subset}-${weight}`
  let typeface = loaded.get(key)
  if (!typeface) loaded.set(key, (typeface = load(family, subset, weight)))
  return typeface
}

/** Right-to-left text prefers the Arabic font. */
export const findTypeface = (codePoint: number, weight: Weight, isRightToLeft: boolean) => {
  const files = isRightToLeft ? FILES.toSorted((file) => (file.subset === 'arabic' ? -1 : 0)) : FILES
  for (const file of files) {
    const typeface = typefaceOf(file, weight)
    if (typeface.font.hasGlyphForCodePoint(codePoint)) return typeface
  }
  return undefined
}
