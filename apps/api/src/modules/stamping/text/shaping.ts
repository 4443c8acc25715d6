import bidiFactory from 'bidi-js'
import { findTypeface, type Typeface, type Weight } from './typefaces.ts'

const bidi = bidiFactory()

/** Distances are thousandths of the font size. */
export interface ShapedGlyph {
  id: number
  text: string
  /** The glyph's width without kerning, and the distance to the next glyph. */
  width: number
  advance: number
  xOffset: number
  yOffset: number
}
export interface GlyphRun {
  typeface: Typeface
  glyphs: ShapedGlyph[]
}
export interface ShapedText {
  runs: GlyphRun[]
  width: number
}

const REPLACEMENT = '?'
/** Names need no control, format and bidirectional characters, which could reorder them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const isCovered = (character: string, weight: Weight) =>
  findTypeface(character.codePointAt(0) ?? 0, weight, false) !== undefined

const printable = (text: string, weight: Weight): string => {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return Array.from(graphemes.segment(plain), ({ segment }) => {
    const [base = '', ...marks] = segment.replace(INVISIBLE, '')
    if (base === '') return ''
    if (!isCovered(base, weight)) return REPLACEMENT
    return [base, ...marks.filter((mark) => isCovered(mark, weight))].join('')
  }).join('')
}

interface Piece {
  text: string
  level: number
  typeface: Typeface
}

const isRightToLeft = (level: number) => level % 2 === 1

const piecesOf = (text: string, weight: Weight): Piece[] => {
  const { levels } = bidi.getEmbeddingLevels(text)
  const pieces: Piece[] = []
  let at = 0
  for (const character of text) {
    const level = levels[at] ?? 0
    const last = pieces.at(-1)
    const shown = isRightToLeft(level) ? (bidi.getMirroredCharacter(character) ?? character) : character
    at += character.length
    const isMark = /\p{M}/u.test(character)
    const typeface =
      isMark && last ? last.typeface : findTypeface(shown.codePointAt(0) ?? 0, weight, isRightToLeft(level))
    if (!typeface) continue
    if (last?.level === level && last.typeface === typeface) last.text += shown
    else pieces.push({ text: shown, level, typeface })
  }
  return pieces
}

/** Rule L2 of the bidirectional algorithm: reverses runs from the highest level to the lowest odd one. */
const inVisualOrder = (pieces: Piece[]): Piece[] => {
  const ordered = [...pieces]
  const highest = Math.max(0, ...ordered.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end + 1
    }
  }
  return ordered
}

const THOUSAND = 1000

const SPACE = 0x20

/**
 * Adds an empty glyph for each letter but the last. Viewers reverse right-to-left text, and some would reverse the
 * letters of a ligature as well.
 */
const splitLigature = (glyph: ShapedGlyph, { font }: Typeface): ShapedGlyph[] => {
  const letters = [...glyph.text].reverse()
  if (letters.length < 2) return [glyph]
  const advance = glyph.advance / letters.length
  const part = { ...glyph, width: advance, advance }
  const empty = { ...part, id: font.glyphForCodePoint(SPACE).id, xOffset: 0, yOffset: 0 }
  return letters.map((text, index) => ({ ...(index === 0 ? part : empty), text }))
}

/** Arabic kerning opens gaps within words, which viewers treat as spaces when searching or copying. */
const WITHOUT_KERNING = { kern: false }

const shapePiece = ({ text, level, typeface }: Piece): GlyphRun => {
  const { font, isArabic } = typeface
  const direction = isRightToLeft(level) ? 'rtl' : 'ltr'
  const script = isArabic ? 'arab' : undefined
  const features = isArabic ? WITHOUT_KERNING : undefined
  // fontkit caches each glyph with its first letters, which may be wrong here.
  Reflect.set(font, '_glyphs', {})
  const { glyphs, positions } = font.layout(text, features, script, undefined, direction)
  const scale = THOUSAND / font.unitsPerEm
  const shaped = glyphs.map((glyph, index) => ({
    id: glyph.id,
    text: String.fromCodePoint(...glyph.codePoints),
    width: glyph.advanceWidth * scale,
    advance: (positions[index]?.xAdvance ?? glyph.advanceWidth) * scale,
    xOffset: (positions[index]?.xOffset ?? 0) * scale,
    yOffset: (positions[index]?.yOffset ?? 0) * scale,
  }))
  return {
    typeface,
    glyphs: isRightToLeft(level) ? shaped.flatMap((glyph) => splitLigature(glyph, typeface)) : shaped,
  }
}

const shapePrintable = (text: string, weight: Weight): ShapedText => {
  const runs = inVisualOrder(piecesOf(text, weight)).map(shapePiece)
  const advances = runs.flatMap(({ glyphs }) => glyphs.map(({ advance }) => advance))
  return { runs, width: advances.reduce((sum, advance) => sum + advance, 0) / THOUSAND }
}

/** Cuts long texts before shaping, so that a name of a megabyte is not measured. */
const MOST_CHARACTERS = 300
const ELLIPSIS = '…'

/**
 * Returns glyphs in visual order.
 * @param mostWidth for font size 1, above which an ellipsis shortens the text
 */
export const shapeText = (text: string, weight: Weight, mostWidth = Infinity): ShapedText => {
  const characters = [...text.slice(0, MOST_CHARACTERS * 4)].slice(0, MOST_CHARACTERS)
  const clean = printable(characters.join(''), weight)
  const whole = shapePrintable(clean, weight)
  if (whole.width <= mostWidth) return whole
  const parts = Array.from(graphemes.segment(clean), ({ segment }) => segment)
  let [fits, tooLong] = [0, parts.length]
  let shortened = shapePrintable(ELLIPSIS, weight)
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    const attempt = shapePrintable(parts.slice(0, middle).join('').trimEnd() + ELLIPSIS, weight)
    if (attempt.width <= mostWidth) [fits, shortened] = [middle, attempt]
    else tooLong = middle
  }
  return shortened
}
