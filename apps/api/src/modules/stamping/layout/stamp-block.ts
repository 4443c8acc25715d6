import { MM, type Drawing } from '../drawing/drawing.ts'
import { drawQrCode, quietZone, QR_SIZE, type QrCode } from '../drawing/qr-code.ts'
import {
  checkLine,
  codeLine,
  drawLines,
  heightOf,
  labLines,
  reportLine,
  STYLES,
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

export const drawBlock = (drawing: Drawing, { stamp, qrCode, logo, signature }: StampParts) => {
  const height = blockHeight(qrCode)
  const quiet = quietZone(qrCode)
  drawing.fill(0, 0, BLOCK_WIDTH, height, 1)
  drawing.frame(0.5, 0.5, BLOCK_WIDTH - 1, height - 1, RADIUS)
  drawQrCode(drawing, qrCode, BORDER + quiet, BORDER + quiet)

  const left = BORDER + QR_SIZE + 2 * quiet + GAP
  const width = BLOCK_WIDTH - left - PADDING
  const lab = labLines(stamp)
  const report = [{ text: reportLine(stamp), style: STYLES.fact, leading: 8.5 }, codeLine(stamp, 11)]
  const check = [
    { text: checkLine(stamp), style: STYLES.fact, leading: 8.5 },
    ...(stamp.signatory
      ? [{ text: `Published by ${stamp.signatory.name}`, style: STYLES.fact, leading: 8.5 }]
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
  const bottom = drawLines(drawing, check, left, middle, width - signatureSpace)
  if (signature)
    drawing.image(
      signature,
      left + width - SIGNATURE.width,
      (middle + bottom - SIGNATURE.height) / 2,
      SIGNATURE.width,
      SIGNATURE.height,
      'right',
    )
}
