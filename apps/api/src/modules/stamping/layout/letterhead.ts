import { MM, type Drawing } from '../drawing/drawing.ts'
import { contactOf, drawLines, heightOf, type Line, type StampParts } from './stamp-parts.ts'

export const A4 = { width: 210 * MM, height: 297 * MM }
export const SHEET_MARGIN = 15 * MM
export const LETTERHEAD_HEIGHT = 24 * MM

const LOGO = { width: 90, height: 48, gap: 14 }

export const drawLetterhead = (
  drawing: Drawing,
  { stamp, arabic, logo }: StampParts,
  width: number,
  top: number,
) => {
  const { lab } = stamp
  const lines: Line[] = [
    { text: lab.name, style: { size: 15, weight: 'semibold' as const }, leading: 20 },
    { text: lab.address ?? '', style: { size: 8.5, gray: 0.35 }, leading: 12 },
    {
      text: contactOf(lab),
      arabic: lab.accreditation === null ? undefined : arabic.accreditation,
      style: { size: 8.5, gray: 0.35 },
      leading: 12,
    },
  ].filter(({ text }) => text !== '')
  const middle = top - LETTERHEAD_HEIGHT / 2
  const logoWidth = logo
    ? drawing.image(logo, SHEET_MARGIN, middle - LOGO.height / 2, LOGO.width, LOGO.height) + LOGO.gap
    : 0
  const textWidth = width - 2 * SHEET_MARGIN - logoWidth
  drawLines(drawing, lines, SHEET_MARGIN + logoWidth, middle + heightOf(lines) / 2, textWidth)
  drawing.rule(SHEET_MARGIN, top - LETTERHEAD_HEIGHT, width - 2 * SHEET_MARGIN)
}
