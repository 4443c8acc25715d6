import { MM, type Drawing } from '../drawing/drawing.ts'
import { drawQrCode, quietZone, QR_SIZE, type QrCode } from '../drawing/qr-code.ts'
import { BLOCK_WIDTH, blockHeight, drawBlock } from './stamp-block.ts'
import {
  checkLine,
  codeLine,
  drawLines,
  heightOf,
  labLines,
  reportLines,
  STYLES,
  visitLines,
  type Line,
  type StampParts,
} from './stamp-parts.ts'

const ROW_WIDTH = 165 * MM
const MOST_WIDTH = 267 * MM
const MARGIN = 8 * MM
const REPORT_WIDTH = 158
const SIGNATORY_WIDTH = 92
const COLUMN_GAP = 14
const LOGO_SIZE = 30
const SIGNATURE_HEIGHT = 24

export const footerHeight = (code: QrCode) => blockHeight(code) + 4

export const fitsFooter = (width: number) => width >= BLOCK_WIDTH + 2

const drawCentered = (drawing: Drawing, lines: Line[], x: number, height: number, width: number) =>
  drawLines(drawing, lines, x, (height + heightOf(lines)) / 2, width)

const drawRow = (drawing: Drawing, parts: StampParts, left: number, width: number) => {
  const { stamp, arabic, qrCode, logo, signature } = parts
  const height = footerHeight(qrCode)
  const quiet = quietZone(qrCode)
  drawQrCode(drawing, qrCode, left + quiet, (height - QR_SIZE) / 2)
  const from = left + QR_SIZE + 2 * quiet + 4
  const columns = left + width - from

  const report: Line[] = [
    ...reportLines(parts, 9.5),
    ...visitLines(parts, 9.5),
    codeLine(stamp, 13),
    checkLine(parts, 9.5),
  ]
  const signatorySpace = stamp.signatory ? SIGNATORY_WIDTH + COLUMN_GAP : 0
  const labWidth = columns - REPORT_WIDTH - COLUMN_GAP - signatorySpace

  const logoWidth = logo ? drawing.image(logo, from, (height - LOGO_SIZE) / 2, LOGO_SIZE, LOGO_SIZE) + 8 : 0
  drawCentered(drawing, labLines(parts), from + logoWidth, height, labWidth - logoWidth)
  const reportLeft = from + labWidth + COLUMN_GAP
  drawCentered(drawing, report, reportLeft, height, REPORT_WIDTH)
  if (!stamp.signatory) return
  const signatoryLeft = reportLeft + REPORT_WIDTH + COLUMN_GAP
  const lines: Line[] = [
    { text: 'Published by', arabic: arabic.publishedBy, style: STYLES.detail, leading: 8.5 },
    { text: stamp.signatory.name, style: STYLES.fact, leading: 9.5 },
  ]
  const signatureSpace = signature ? SIGNATURE_HEIGHT + 3 : 0
  const top = (height + heightOf(lines) + signatureSpace) / 2
  drawLines(drawing, lines, signatoryLeft, top - signatureSpace, SIGNATORY_WIDTH)
  if (signature)
    drawing.image(signature, signatoryLeft, top - SIGNATURE_HEIGHT, SIGNATORY_WIDTH, SIGNATURE_HEIGHT)
}

export const drawFooter = (drawing: Drawing, parts: StampParts, pageWidth: number, margin = MARGIN) => {
  const height = footerHeight(parts.qrCode)
  drawing.fill(0, 0, pageWidth, height, 1)
  if (pageWidth < ROW_WIDTH) {
    const left = Math.max(0, Math.min(margin, (pageWidth - BLOCK_WIDTH) / 2))
    drawing.write(`q 1 0 0 1 ${left.toFixed(2)} 2 cm`)
    drawBlock(drawing, parts)
    drawing.write('Q')
    return
  }
  const width = Math.min(pageWidth - 2 * margin, MOST_WIDTH)
  drawing.rule(margin, height - 0.5, width)
  // The quiet zone extends into the white margin, so that the symbol starts at the margin.
  const quiet = quietZone(parts.qrCode)
  drawRow(drawing, parts, margin - quiet, width + quiet)
}
