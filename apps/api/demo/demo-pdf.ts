import type { Dice } from './demo-people.ts'

const MEASURES: Record<string, readonly (readonly [string, string, number, number])[]> = {
  'Complete Blood Count': [
    ['Haemoglobin', 'g/dL', 12, 17],
    ['White cells', '10^9/L', 4, 11],
    ['Platelets', '10^9/L', 150, 400],
    ['Haematocrit', '%', 36, 50],
    ['Mean cell volume', 'fL', 80, 100],
  ],
  'Lipid Panel': [
    ['Total cholesterol', 'mg/dL', 125, 200],
    ['LDL cholesterol', 'mg/dL', 50, 130],
    ['HDL cholesterol', 'mg/dL', 40, 80],
    ['Triglycerides', 'mg/dL', 50, 150],
  ],
  'Thyroid Function': [
    ['TSH', 'mIU/L', 0.4, 4],
    ['Free T4', 'ng/dL', 0.8, 1.8],
    ['Free T3', 'pg/mL', 2.3, 4.2],
  ],
  HbA1c: [['HbA1c', '%', 4, 5.7]],
  Urinalysis: [
    ['pH', '', 4.5, 8],
    ['Specific gravity', '', 1.005, 1.03],
    ['Protein', 'mg/dL', 0, 14],
  ],
}

export interface DemoReport {
  labName: string
  typeTitle: string
  patientName: string
  dateOfBirth: string
  takenOn: string
}

const PAGE = { width: 595.28, height: 841.89, margin: 56 }
/** Helvetica's metrics relative to its size: first baseline and line height. */
const FONT = { ascent: 0.718, line: 1.156 }

export const resultSheet = async (report: DemoReport, dice: Dice): Promise<Buffer> => {
  // Loaded only for the demo.
  const { PDFDocument, rgb, StandardFonts } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.setTitle(report.typeTitle)
  pdf.setAuthor(report.labName)
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  let ink = rgb(0.2, 0.2, 0.2)
  let page = pdf.addPage([PAGE.width, PAGE.height])
  let top = PAGE.margin
  const write = (text: string, size: number, { x = PAGE.margin, color = ink } = {}) =>
    page.drawText(text, { x, y: PAGE.height - top - FONT.ascent * size, size, font, color })
  const down = (size: number, lines = 1) => (top += FONT.line * size * lines)

  write(report.labName, 20, { color: rgb(0.043, 0.373, 0.361) })
  down(20)
  write(report.typeTitle, 14)
  down(14, 2)
  for (const line of [
    `Patient: ${report.patientName}`,
    `Date of birth: ${report.dateOfBirth}`,
    `Sample taken: ${report.takenOn}`,
  ]) {
    write(line, 10)
    down(10)
  }
  down(10, 2)
  for (const [name, unit, low, high] of MEASURES[report.typeTitle] ?? []) {
    const digits = high < 10 ? 2 : 1
    const value = low + (high - low) * (dice.roll() * 1.2 - 0.1)
    const flag = value < low ? '  L' : value > high ? '  H' : ''
    write(name, 10)
    write(`${value.toFixed(digits)} ${unit}${flag}`, 10, { x: 240 })
    write(`${low} - ${high}`, 10, { x: 400 })
    down(10, 1.6)
  }
  page = pdf.addPage([PAGE.width, PAGE.height])
  top = PAGE.margin
  ink = rgb(0, 0, 0)
  write('Notes', 12)
  down(12, 2)
  for (const line of [
    'Reference ranges are those of the analyser used. Results marked H or L lie outside of them.',
    'This sheet belongs to a demonstration; no real person is described.',
  ]) {
    write(line, 10)
    down(10, 2)
  }
  return Buffer.from(await pdf.save())
}
