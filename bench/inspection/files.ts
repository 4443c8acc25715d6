import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfKitDocument from 'pdfkit'
import { makePicturePage, makePhoto, makeTextPages } from '../genuine/files.ts'

const require = createRequire(import.meta.url)
const FONT = require.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff')

const PICTURE = { width: 1200, height: 800, bytes: 170_000 }
const PAGE = { width: 595, height: 842, margin: 40 }
const COLUMNS = [0, 190, 270, 330, 420]
const ROW = 14

const HEAD = [
  'City Laboratory, 12 Harbour Road',
  'Patient Name: Layla Haddad',
  'Date of Birth: 02/03/1990     Sex: Female     MRN: 10384-22',
  'Mobile: +971 50 123 4567     Referred by: Dr. Omar Said',
  'Collected: 20/11/2026 08:10     Reported: 20/11/2026 11:45',
]
const TESTS = [
  'Haemoglobin',
  'Red cell count',
  'Haematocrit',
  'Platelet count',
  'Fasting glucose',
  'Creatinine',
]

/** A sheet of results: where each text is, from the upper edge. */
const sheetOf = () => [
  ...HEAD.map((text, index) => ({ text, x: 0, y: 40 + index * ROW })),
  ...Array.from({ length: 30 }, (_, row) =>
    [
      `${TESTS[row % TESTS.length]} ${row + 1}`,
      (13.2 + row / 10).toFixed(1),
      'g/dL',
      '12.0 - 15.5',
      row % 7 === 0 ? 'High, repeat in four weeks' : 'Normal',
    ].map((text, column) => ({ text, x: COLUMNS[column] ?? 0, y: 130 + row * ROW })),
  ).flat(),
]

/** As programs of laboratories write it: an embedded font, compressed contents. */
const makeWithEmbeddedFont = (jpeg: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    const pdf = new PdfKitDocument({ size: 'A4', margin: 0 })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    pdf.font(readFileSync(FONT)).fontSize(9)
    for (const { text, x, y } of sheetOf()) pdf.text(text, PAGE.margin + x, y, { lineBreak: false })
    pdf.image(jpeg, PAGE.margin, 570, { width: 350 })
    pdf.end()
  })

/** Most objects are in compressed object streams. */
const makeWithObjectStreams = async (jpeg: Buffer) => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([PAGE.width, PAGE.height])
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const { text, x, y } of sheetOf())
    page.drawText(text, { x: PAGE.margin + x, y: PAGE.height - y, size: 9, font })
  page.drawImage(await pdf.embedJpg(jpeg), { x: PAGE.margin, y: 30, width: 350, height: 233 })
  return Buffer.from(await pdf.save())
}

/** PDF files of about 200 kB by several writers. */
export const makeUploads = async (): Promise<Record<string, Buffer>> => {
  const jpeg = makePhoto(PICTURE)
  return {
    'result sheet, embedded font': await makeWithEmbeddedFont(jpeg),
    'result sheet, object streams': await makeWithObjectStreams(jpeg),
    'page with a picture, plain objects': makePicturePage({ isFull: true }),
    '30 pages of dense text': makeTextPages({ count: 30, isFull: true }),
  }
}
