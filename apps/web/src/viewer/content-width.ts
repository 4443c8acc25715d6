import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Horizontal extent of the content, as fractions of the page width. */
export interface ContentWidth {
  start: number
  end: number
}

export const WHOLE_WIDTH: ContentWidth = { start: 0, end: 1 }

/** The product's breakpoint, relative to the frame. */
export const isPhoneWidth = (): boolean => window.matchMedia('(max-width: 47.99em)').matches

const LOOKED_AT_PAGES = 3
/** Enough resolution to find the edge of a text line. */
const LOOKED_AT_WIDTH = 200
const PAPER_WHITE = 240
const MARGIN = 0.02
/** Narrow content is not enlarged beyond this. */
const SMALLEST_WIDTH = 0.5

/** Renders thumbnails of the first pages to find their common margins. */
export const contentWidth = async (file: PDFDocumentProxy): Promise<ContentWidth> => {
  const canvas = document.createElement('canvas')
  let start = 1
  let end = 0
  try {
    for (let number = 1; number <= Math.min(LOOKED_AT_PAGES, file.numPages); number += 1) {
      const page = await file.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: LOOKED_AT_WIDTH / width })
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      await page.render({ canvas, viewport, background: 'rgb(255, 255, 255)' }).promise
      const inked = inkedColumns(canvas)
      if (!inked) continue
      start = Math.min(start, inked.start)
      end = Math.max(end, inked.end)
    }
  } catch {
    // The view shows an error for pages that cannot be drawn.
    return WHOLE_WIDTH
  } finally {
    canvas.width = canvas.height = 0
  }
  if (end <= start) return WHOLE_WIDTH
  return withMargin(start, end)
}

const withMargin = (start: number, end: number): ContentWidth => {
  const missing = Math.max(0, SMALLEST_WIDTH - (end - start) - 2 * MARGIN)
  const from = Math.max(0, start - MARGIN)
  return { start: from, end: Math.min(1, end + MARGIN + missing) }
}

const inkedColumns = (canvas: HTMLCanvasElement): ContentWidth | undefined => {
  const { width, height } = canvas
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  if (!pixels) return undefined
  let first = width
  let last = -1
  for (let index = 0; index < pixels.length; index += 4) {
    if (Math.min(pixels[index] ?? 255, pixels[index + 1] ?? 255, pixels[index + 2] ?? 255) >= PAPER_WHITE)
      continue
    const column = (index / 4) % width
    if (column < first) first = column
    if (column > last) last = column
  }
  return last < 0 ? undefined : { start: first / width, end: (last + 1) / width }
}
