import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Sheet } from './view.ts'

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas is too large'))),
      'image/png',
    ),
  )

const POINTS_PER_INCH = 72
/** Enough for print; 300 would double time and memory without a visible gain. */
const DOTS_PER_INCH = 200

/** Renders PDF pages for print one at a time on a single canvas. */
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
    // Safari frees a canvas only when it is resized.
    canvas.width = canvas.height = 0
  }
}
