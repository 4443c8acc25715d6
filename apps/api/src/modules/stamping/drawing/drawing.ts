import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import { glyphString, type FontSet } from '../text/embedded-fonts.ts'
import { shapeText, type GlyphRun } from '../text/shaping.ts'
import type { Weight } from '../text/typefaces.ts'

/** Points per millimeter. */
export const MM = 72 / 25.4

export interface TextStyle {
  size: number
  weight?: Weight
  /** 0 is black. */
  gray?: number
}

export interface EmbeddedImage {
  ref: PDFRef
  width: number
  height: number
}

/** In points, with the origin at the lower left. */
export interface Drawing {
  fill(x: number, y: number, width: number, height: number, gray: number): void
  frame(x: number, y: number, width: number, height: number, radius: number): void
  rule(x: number, y: number, width: number): void
  /** Shortens the text to one line and returns its width. With `align: 'right'`, `x` is the right end. */
  text(
    text: string,
    x: number,
    y: number,
    style: TextStyle,
    mostWidth?: number,
    align?: 'left' | 'right',
  ): number
  image(
    image: EmbeddedImage,
    x: number,
    y: number,
    width: number,
    height: number,
    align?: 'left' | 'right',
  ): number
  write(operators: string): void
  useImage(ref: PDFRef): string
  readonly operators: string
  readonly resources: Record<string, Record<string, PDFRef>>
}

const RULE_WIDTH = 0.5
const RULE_GRAY = 0.82
const CURVE = 0.5523

/** PDF numbers have no exponent. */
export const number = (value: number) => String(Number(value.toFixed(3)))
const numbers = (...values: number[]) => values.map(number).join(' ')

const glyphOperators = (run: GlyphRun, fonts: FontSet, size: number, x: number, y: number) => {
  const operators: string[] = []
  let at = x
  let name = ''
  for (const glyph of run.glyphs) {
    const { code, name: font } = fonts.encode(run.typeface, glyph)
    if (font !== name) operators.push(`/${(name = font)} ${number(size)} Tf`)
    const last = operators.at(-1)
    const isMoved = glyph.xOffset !== 0 || glyph.yOffset !== 0
    const follows = !isMoved && last?.endsWith(' TJ') === true
    const kerning = glyph.width - glyph.advance
    const shown = `${glyphString(code)}${Math.abs(kerning) < 0.5 ? '' : ` ${number(kerning)}`}`
    if (last !== undefined && follows)
      operators[operators.length - 1] = last.replace(/\] TJ$/, ` ${shown}] TJ`)
    else {
      const place = numbers(at + (glyph.xOffset * size) / 1000, y + (glyph.yOffset * size) / 1000)
      operators.push(`1 0 0 1 ${place} Tm`, isMoved ? `${glyphString(code)} Tj` : `[${shown}] TJ`)
    }
    at += (glyph.advance * size) / 1000
  }
  return { operators, end: at }
}

const roundedRectangle = (x: number, y: number, width: number, height: number, radius: number) => {
  const [right, top, near] = [x + width, y + height, radius * (1 - CURVE)]
  return [
    `${numbers(x + radius, y)} m`,
    `${numbers(right - radius, y)} l`,
    `${numbers(right - near, y, right, y + near, right, y + radius)} c`,
    `${numbers(right, top - radius)} l`,
    `${numbers(right, top - near, right - near, top, right - radius, top)} c`,
    `${numbers(x + radius, top)} l`,
    `${numbers(x + near, top, x, top - near, x, top - radius)} c`,
    `${numbers(x, y + radius)} l`,
    `${numbers(x, y + near, x + near, y, x + radius, y)} c h`,
  ].join(' ')
}

export const createDrawing = (fonts: FontSet): Drawing => {
  const operators: string[] = []
  const images: PDFRef[] = []
  const drawing: Drawing = {
    fill(x, y, width, height, gray) {
      operators.push(`${number(gray)} g ${numbers(x, y, width, height)} re f`)
    },
    frame(x, y, width, height, radius) {
      operators.push(`${RULE_GRAY} G ${RULE_WIDTH} w ${roundedRectangle(x, y, width, height, radius)} S`)
    },
    rule(x, y, width) {
      operators.push(`${RULE_GRAY} G ${RULE_WIDTH} w ${numbers(x, y)} m ${numbers(x + width, y)} l S`)
    },
    text(text, x, y, { size, weight = 'regular', gray = 0 }, mostWidth = Infinity, align = 'left') {
      const shaped = shapeText(text, weight, mostWidth / size)
      const width = shaped.width * size
      let at = align === 'right' ? x - width : x
      operators.push(`BT ${number(gray)} g`)
      for (const run of shaped.runs) {
        const { operators: shown, end } = glyphOperators(run, fonts, size, at, y)
        operators.push(...shown)
        at = end
      }
      operators.push('ET')
      return width
    },
    image(image, x, y, width, height, align = 'left') {
      const scale = Math.min(width / image.width, height / image.height)
      const [shownWidth, shownHeight] = [image.width * scale, image.height * scale]
      const left = align === 'right' ? x + width - shownWidth : x
      const bottom = y + (height - shownHeight) / 2
      const name = drawing.useImage(image.ref)
      operators.push(`q ${numbers(shownWidth, 0, 0, shownHeight, left, bottom)} cm /${name} Do Q`)
      return shownWidth
    },
    write(text) {
      operators.push(text)
    },
    useImage(ref) {
      if (!images.includes(ref)) images.push(ref)
      return `I${images.indexOf(ref) + 1}`
    },
    get operators() {
      return operators.join('\n')
    },
    get resources() {
      return {
        Font: fonts.resources,
        XObject: Object.fromEntries(images.map((ref, index) => [`I${index + 1}`, ref])),
      }
    },
  }
  return drawing
}

/** A form XObject can be placed anywhere on a page. */
export const toForm = ({ context }: PDFDocument, drawing: Drawing, width: number, height: number): PDFRef =>
  context.register(
    context.flateStream(drawing.operators, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: drawing.resources,
    }),
  )
