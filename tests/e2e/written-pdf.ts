import PDFDocument from 'pdfkit'
import type { SampleFile } from './sample-files.ts'

interface WrittenPage {
  text: string
  isLandscape?: boolean
  link?: string
}

export const writtenPdf = (pages: readonly WrittenPage[]): Promise<SampleFile> =>
  new Promise((resolve) => {
    const document = new PDFDocument({ autoFirstPage: false, compress: true })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () =>
      resolve({ name: 'results.pdf', mimeType: 'application/pdf', buffer: Buffer.concat(pieces) }),
    )
    for (const { text, isLandscape, link } of pages) {
      document.addPage({ size: 'A4', layout: isLandscape ? 'landscape' : 'portrait' })
      document.fontSize(20).text(text, 72, 72)
      document.fontSize(11)
      for (let line = 1; line <= 20; line += 1)
        document.text(`Analyte ${line}: ${line * 4} mg/dL`, 72, 110 + line * 18)
      if (link) document.text('The laboratory', 72, 520, { link })
    }
    document.end()
  })
