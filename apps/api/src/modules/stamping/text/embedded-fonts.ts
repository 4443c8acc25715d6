import { createHash } from 'node:crypto'
import { PDFName, PDFString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib'
import type { ShapedGlyph } from './shaping.ts'
import type { Typeface } from './typefaces.ts'

/** The type declarations of fontkit differ from its subsets. */
interface Subset {
  includeGlyph(id: number): number
  encode(): Uint8Array
}

interface FontCode {
  code: number
  glyph: number
  width: number
  text: string
}

interface EmbeddedFont {
  name: string
  ref: PDFRef
  typeface: Typeface
  subset: Subset
  /** Keyed by glyph and text, because one glyph may represent different letters. */
  codes: Map<string, FontCode>
}

export interface FontSet {
  encode(typeface: Typeface, glyph: ShapedGlyph): { name: string; code: number }
  readonly resources: Record<string, PDFRef>
  write(): void
}

const hex4 = (number: number) => number.toString(16).padStart(4, '0')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** Maps codes to text for copying and searching. */
const toUnicode = (codes: FontCode[]) => {
  const rows = codes.filter(({ text }) => text !== '')
  const blocks: string[] = []
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100).map(({ code, text }) => `<${hex4(code)}> <${utf16(text)}>`)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n')
}

/** Six letters that distinguish subsets of the same font. */
const subsetTag = (file: Uint8Array) =>
  [...createHash('sha256').update(file).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(65 + (byte % 26)))
    .join('')

const SYMBOLIC = 4

const writeFont = ({ context }: PDFDocument, { ref, typeface, subset, codes }: EmbeddedFont) => {
  const { font } = typeface
  const used = [...codes.values()]
  const file = subset.encode()
  const name = PDFName.of(`${subsetTag(file)}+${font.postscriptName}`)
  const scale = 1000 / font.unitsPerEm
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: SYMBOLIC,
      FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((side) => side * scale),
      ItalicAngle: 0,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: font.capHeight * scale,
      StemV: 80,
      FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
    }),
  )
  const glyphNumbers = Buffer.alloc(2 * (used.length + 1))
  for (const { code, glyph } of used) glyphNumbers.writeUInt16BE(glyph, 2 * code)
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 1000,
      W: [1, used.map(({ width }) => width)],
      CIDToGIDMap: context.register(context.flateStream(glyphNumbers)),
    }),
  )
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(toUnicode(used))),
    }),
  )
}

export const createFontSet = (doc: PDFDocument): FontSet => {
  const fonts = new Map<string, EmbeddedFont>()
  const fontOf = (typeface: Typeface): EmbeddedFont => {
    let font = fonts.get(typeface.key)
    if (!font) {
      font = {
        name: `F${fonts.size + 1}`,
        ref: doc.context.nextRef(),
        typeface,
        // The declared types of subsets are wrong.
        subset: typeface.font.createSubset() as unknown as Subset,
        codes: new Map(),
      }
      fonts.set(typeface.key, font)
    }
    return font
  }
  return {
    encode(typeface, { id, text, width }) {
      const { name, subset, codes } = fontOf(typeface)
      const key = `${id} ${width} ${text}`
      let known = codes.get(key)
      if (!known) {
        known = { code: codes.size + 1, glyph: subset.includeGlyph(id), width, text }
        codes.set(key, known)
      }
      return { name, code: known.code }
    },
    get resources() {
      return Object.fromEntries([...fonts.values()].map(({ name, ref }) => [name, ref]))
    },
    write() {
      for (const font of fonts.values()) writeFont(doc, font)
    },
  }
}

export const glyphString = (code: number) => `<${hex4(code)}>`
