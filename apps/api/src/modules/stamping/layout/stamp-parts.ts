import type { PDFDocument } from '@cantoo/pdf-lib'
import { shownVerificationCode } from '@zelab/contract'
import { shapeText } from '../text/shaping.ts'
import type { Drawing, EmbeddedImage, TextStyle } from '../drawing/drawing.ts'
import { embedPicture } from '../drawing/pictures.ts'
import { createQrCode, type QrCode } from '../drawing/qr-code.ts'
import type { StampContent } from '../stamping.ts'

export interface StampParts {
  stamp: StampContent
  qrCode: QrCode
  logo: EmbeddedImage | undefined
  signature: EmbeddedImage | undefined
}

export const prepareParts = async (doc: PDFDocument, stamp: StampContent): Promise<StampParts> => ({
  stamp,
  qrCode: createQrCode(stamp.address),
  logo: await embedPicture(doc, stamp.lab.logo),
  signature: await embedPicture(doc, stamp.signatory?.signature ?? null),
})

export const STYLES = {
  name: { size: 8.5, weight: 'semibold' },
  detail: { size: 6.5, gray: 0.35 },
  fact: { size: 6.75, gray: 0.15 },
  code: { size: 8, weight: 'semibold' },
} satisfies Record<string, TextStyle>

export interface Line {
  text: string
  style: TextStyle
  leading: number
  /** Shrinks the text instead of shortening it: a shortened code is useless. */
  isWhole?: boolean
}

export const codeLine = ({ code }: StampContent, leading: number): Line => ({
  text: shownVerificationCode(code),
  style: STYLES.code,
  leading,
  isWhole: true,
})

const fitted = ({ text, style, isWhole }: Line, width: number): TextStyle =>
  isWhole
    ? { ...style, size: Math.min(style.size, width / shapeText(text, style.weight ?? 'regular').width) }
    : style

const join = (...parts: (string | null)[]) => parts.filter(Boolean).join('  ·  ')

const accreditationOf = ({ accreditation }: StampContent['lab']) =>
  accreditation && `Accreditation ${accreditation}`

export const contactOf = (lab: StampContent['lab']) => join(accreditationOf(lab), lab.phone)

export const labLines = ({ lab }: StampContent): Line[] =>
  [
    { text: lab.name, style: STYLES.name, leading: 10.5 },
    { text: lab.address ?? '', style: STYLES.detail, leading: 8 },
    { text: accreditationOf(lab) ?? '', style: STYLES.detail, leading: 8 },
  ].filter(({ text }) => text !== '')

export const reportLine = ({ report }: StampContent) =>
  join(`Report ${report.number}`, `Version ${report.version}`, report.publishedOn)

export const checkLine = ({ host }: StampContent) => `Check at ${host}/v`

export const heightOf = (lines: Line[]) => lines.reduce((sum, { leading }) => sum + leading, 0)

export const drawLines = (drawing: Drawing, lines: Line[], x: number, top: number, width: number): number => {
  let y = top
  for (const line of lines) {
    const { text, leading } = line
    const style = fitted(line, width)
    // Baseline: centers capital letters in the line.
    drawing.text(text, x, y - leading / 2 - style.size * 0.35, style, width)
    y -= leading
  }
  return y
}
