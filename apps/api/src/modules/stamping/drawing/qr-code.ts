import qrcode, { type QRCodeSegment } from 'qrcode'
import { MM, number, type Drawing } from './drawing.ts'

export interface QrCode {
  modules: number
  isDark(row: number, column: number): boolean
}

export const QR_SIZE = 22 * MM
const QUIET_MODULES = 4
/** Overlapping rows prevent white lines between them in viewers. */
const OVERLAP = 0.02

/** The alphanumeric mode needs fewer modules than bytes. */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/

export const createQrCode = (text: string): QrCode => {
  const segment: QRCodeSegment = ALPHANUMERIC.test(text)
    ? { data: text, mode: 'alphanumeric' }
    : { data: Buffer.from(text), mode: 'byte' }
  const { modules } = qrcode.create([segment], { errorCorrectionLevel: 'Q' })
  return { modules: modules.size, isDark: (row, column) => modules.get(row, column) !== 0 }
}

export const quietZone = ({ modules }: QrCode, size = QR_SIZE) => (size / modules) * QUIET_MODULES

export const drawQrCode = (drawing: Drawing, code: QrCode, x: number, y: number, size = QR_SIZE) => {
  const side = size / code.modules
  const path: string[] = []
  for (let row = 0; row < code.modules; row++)
    for (let column = 0; column < code.modules; column++) {
      const start = column
      while (column < code.modules && code.isDark(row, column)) column += 1
      if (column === start) continue
      const bottom = y + size - (row + 1) * side
      const overlap = row + 1 < code.modules ? OVERLAP * side : 0
      path.push(
        [x + start * side, bottom - overlap, (column - start) * side, side + overlap].map(number).join(' ') +
          ' re',
      )
    }
  drawing.write(`0 g ${path.join(' ')} f`)
}
