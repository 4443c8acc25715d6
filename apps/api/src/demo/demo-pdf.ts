import PDFDocument from 'pdfkit'
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

/** A two-page result sheet: the values with their reference ranges, then the notes. */
export const resultSheet = (report: DemoReport, dice: Dice): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pdf = new PDFDocument({
      size: 'A4',
      margin: 56,
      info: { Title: report.typeTitle, Author: report.labName },
    })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)

    pdf.fillColor('#0b5f5c').fontSize(20).text(report.labName)
    pdf.fillColor('#333333').fontSize(14).text(report.typeTitle).moveDown()
    pdf.fontSize(10)
    pdf.text(`Patient: ${report.patientName}`)
    pdf.text(`Date of birth: ${report.dateOfBirth}`)
    pdf.text(`Sample taken: ${report.takenOn}`).moveDown(2)
    for (const [name, unit, low, high] of MEASURES[report.typeTitle] ?? []) {
      const digits = high < 10 ? 2 : 1
      const value = low + (high - low) * (dice.roll() * 1.2 - 0.1)
      const flag = value < low ? '  L' : value > high ? '  H' : ''
      const top = pdf.y
      pdf.text(name, 56, top)
      pdf.text(`${value.toFixed(digits)} ${unit}${flag}`, 240, top)
      pdf.text(`${low} - ${high}`, 400, top)
      pdf.moveDown(0.6)
    }
    pdf.addPage().fontSize(12).text('Notes').moveDown()
    pdf
      .fontSize(10)
      .text('Reference ranges are those of the analyser used. Results marked H or L lie outside of them.')
      .moveDown()
      .text('This sheet belongs to a demonstration; no real person is described.')
    pdf.end()
  })
