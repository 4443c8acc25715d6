import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Sheet } from './view.ts'

/** What is on a canvas as a PNG file. */
const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas is too large'))),
      'image/png',
    ),
  )

const POINTS_PER_INCH = 72
/** Sharp on paper; three hundred would take twice the time and memory for no visible gain. */
const DOTS_PER_INCH = 200

/** Draws the pages of a PDF for paper, one after the other on one canvas. */
export async function* pdfSheets(file: PDFDocumentProxy): AsyncGenerator<Sheet> {
  const canvas = document.createElement('canvas')
  try {
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number)
      const paper = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH })
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      await page.render({
        canvas,
        viewport,
        intent: 'print',
        annotationMode: AnnotationMode.ENABLE,
        background: 'rgb(255, 255, 255)',
      }).promise
      yield { content: await toPng(canvas), width: paper.width, height: paper.height }
    }
  } finally {
    // Safari keeps the memory of a canvas until it is made small.
    canvas.width = canvas.height = 0
  }
}
