import { MM, type Drawing } from '../drawing/drawing.ts'
import { drawQrCode, quietZone, QR_SIZE, type QrCode } from '../drawing/qr-code.ts'
import {
  checkLine,
  codeLine,
  drawLines,
  heightOf,
  join,
  labLines,
  reportLines,
  STYLES,
  visitLines,
  type Line,
  type StampParts,
} from './stamp-parts.ts'

export const BLOCK_WIDTH = 95 * MM

const BORDER = 1
const GAP = 2
const PADDING = 8
const RADIUS = 3
const LOGO_SIZE = 25
const LOGO_GAP = 6
const SIGNATURE = { width: 48, height: 20, gap: 6 }

export const blockHeight = (code: QrCode) => QR_SIZE + 2 * (quietZone(code) + BORDER)

export const drawBlock = (drawing: Drawing, parts: StampParts) => {
  const { stamp, arabic, qrCode, logo, signature } = parts
  const height = blockHeight(qrCode)
  const quiet = quietZone(qrCode)
  drawing.fill(0, 0, BLOCK_WIDTH, height, 1)
  drawing.frame(0.5, 0.5, BLOCK_WIDTH - 1, height - 1, RADIUS)
  drawQrCode(drawing, qrCode, BORDER + quiet, BORDER + quiet)

  const left = BORDER + QR_SIZE + 2 * quiet + GAP
  const width = BLOCK_WIDTH - left - PADDING
  const lab = labLines(parts)
  const isBilingual = arabic.report !== undefined
  const visit = visitLines(parts, 0)
  // A further line fits when the others are closer.
  const leading = (isBilingual ? 7.5 : 8.5) - visit.length
  const facts = reportLines(parts, leading)
  const report = [
    ...(isBilingual
      ? facts
      : [{ text: join(...facts.map(({ text }) => text)), style: STYLES.fact, leading }]),
    ...visitLines(parts, leading),
    codeLine(stamp, (isBilingual ? 10 : 11) - visit.length / 2),
  ]
  const check: Line[] = [
    checkLine(parts, leading),
    ...(stamp.signatory
      ? [
          {
            text: `Published by ${stamp.signatory.name}`,
            arabic: arabic.publishedBy,
            style: STYLES.fact,
            leading,
          },
        ]
      : []),
  ]
  const headHeight = Math.max(heightOf(lab), logo ? LOGO_SIZE : 0)
  const ruleSpace = 7
  const total = headHeight + ruleSpace + heightOf(report) + heightOf(check)
  const top = (height + total) / 2

  const logoWidth = logo
    ? drawing.image(logo, left, top - (headHeight + LOGO_SIZE) / 2, LOGO_SIZE, LOGO_SIZE) + LOGO_GAP
    : 0
  drawLines(drawing, lab, left + logoWidth, top - (headHeight - heightOf(lab)) / 2, width - logoWidth)
  const ruleY = top - headHeight - ruleSpace / 2
  drawing.rule(left, ruleY, width)
  const middle = drawLines(drawing, report, left, ruleY - ruleSpace / 2, width)
  const signatureSpace = signature ? SIGNATURE.width + SIGNATURE.gap : 0
  const signatureHeight = Math.min(SIGNATURE.height, heightOf(check) + 3)
  const bottom = drawLines(drawing, check, left, middle, width - signatureSpace)
  if (signature)
    drawing.image(
      signature,
      left + width - SIGNATURE.width,
      (middle + bottom - signatureHeight) / 2,
      SIGNATURE.width,
      signatureHeight,
      'right',
    )
}
