import type { PDFDocument } from '@cantoo/pdf-lib'
import { findCanvasLibrary } from '../../inspection/canvas-library.ts'
import type { OpenedPdf } from '../../inspection/pdf-engine.ts'
import { expectWholePage } from '../../inspection/undrawn-parts.ts'
import { hasAnnotationIn, type PageFrame } from './page-frame.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Thin lines and small print are visible at 100 dpi. */
const PIXELS_PER_POINT = 100 / 72
/** Darker pixels are content. Scanned paper is often slightly gray. */
const NEARLY_WHITE = 245

const hasOnlyWhite = (data: Uint8ClampedArray) => {
  for (let at = 0; at < data.length; at += 4)
    for (let channel = 0; channel < 3; channel++) if ((data[at + channel] ?? 0) < NEARLY_WHITE) return false
  return true
}

/** A page that cannot be drawn completely counts as not empty. */
export const isAreaEmpty = async (
  { document, internals }: OpenedPdf,
  doc: PDFDocument,
  frame: PageFrame,
  area: Area,
): Promise<boolean> => {
  const library = findCanvasLibrary()
  const leaf = doc.getPages()[0]?.node
  const { x, y, width, height } = area
  if (!library || !leaf || hasAnnotationIn(doc, leaf, frame.toContent(x, y, width, height))) return false
  try {
    const isWhole = expectWholePage(internals)
    const page = await document.getPage(1)
    const scale = PIXELS_PER_POINT
    const canvas = library.createCanvas(Math.ceil(area.width * scale), Math.ceil(area.height * scale))
    const context = canvas.getContext('2d')
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    const viewport = page.getViewport({
      scale,
      offsetX: -area.x * scale,
      offsetY: -(frame.height - area.y - area.height) * scale,
    })
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise
    return isWhole() && hasOnlyWhite(context.getImageData(0, 0, canvas.width, canvas.height).data)
  } catch {
    return false
  }
}
