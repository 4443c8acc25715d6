import type { Canvas, Image } from '@napi-rs/canvas'
import { findCanvasLibrary } from './canvas-library.ts'
import { drawingOptions } from './drawing-options.ts'
import type { DrawingResult, DrawingTask, DrawnPage } from './inspection.ts'
import { readJpeg, readPng } from './image-structure.ts'
import { openPdf } from './pdf-engine.ts'
import { expectWholePage } from './undrawn-parts.ts'

export interface PictureSize {
  width: number
  mostHeight: number
  mostScale?: { pdf: number; picture: number }
  isWithoutText?: boolean
}

/**
 * A4 at 145 dpi: small print is readable, and a page of text takes 25 kB. Small pages are limited to 300 dpi and
 * pictures are only scaled down, because the browser enlarges them.
 */
const SHOWN: PictureSize = { width: 1200, mostHeight: 2400, mostScale: { pdf: 300 / 72, picture: 1 } }
const WEBP_QUALITY = 85
const MOST_PIXELS = 50_000_000

type PictureSource = Pick<DrawingTask, 'mediaType' | 'content'>

/** Optional: without the package, uploads are inspected but pictures are missing. */
const loadCanvas = () => {
  const library = findCanvasLibrary()
  if (!library) throw new Error('This platform cannot draw')
  return library
}

const sizeOf = (width: number, height: number, wanted: PictureSize, mostScale = Infinity) => {
  const scale = Math.min(wanted.width / width, wanted.mostHeight / height, mostScale)
  return {
    scale,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

const whiteCanvas = ({ width, height }: { width: number; height: number }) => {
  const canvas = loadCanvas().createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  return { canvas, context }
}

const toPage = (canvas: Canvas): DrawnPage => ({
  content: new Uint8Array(canvas.toBuffer('image/webp', WEBP_QUALITY)),
  width: canvas.width,
  height: canvas.height,
})

const drawPdf = async (content: Uint8Array, wanted: PictureSize): Promise<Canvas | undefined> => {
  const pdf = await openPdf(content, drawingOptions(MOST_PIXELS))
  try {
    const isWhole = expectWholePage(pdf.internals)
    const page = await pdf.document.getPage(1)
    const whole = page.getViewport({ scale: 1 })
    const size = sizeOf(whole.width, whole.height, wanted, wanted.mostScale?.pdf)
    const { canvas, context } = whiteCanvas(size)
    const viewport = page.getViewport({ scale: size.scale })
    await page.render({ canvas, canvasContext: context, viewport }).promise
    return isWhole(!wanted.isWithoutText) ? canvas : undefined
  } finally {
    await pdf.close()
  }
}

const drawImage = async (
  { mediaType, content }: PictureSource,
  wanted: PictureSize,
): Promise<Canvas | undefined> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const structure = mediaType === 'image/png' ? readPng(file) : readJpeg(file)
  if (!structure || structure.pixels > MOST_PIXELS) return undefined
  const image: Image = await loadCanvas().loadImage(file)
  const size = sizeOf(image.width, image.height, wanted, wanted.mostScale?.picture)
  const { canvas, context } = whiteCanvas(size)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, size.width, size.height)
  return canvas
}

const draw = (source: PictureSource, wanted: PictureSize): Promise<Canvas | undefined> =>
  source.mediaType === 'application/pdf' ? drawPdf(source.content, wanted) : drawImage(source, wanted)

export const drawPicture = async (
  source: PictureSource,
  wanted: PictureSize,
): Promise<{ data: Uint8ClampedArray; width: number; height: number } | undefined> => {
  const canvas = await draw(source, wanted)
  if (!canvas) return undefined
  const { width, height } = canvas
  return { data: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height }
}

export const drawFirstPage = async (task: DrawingTask): Promise<DrawingResult> => {
  try {
    const canvas = await draw(task, SHOWN)
    return { page: canvas && toPage(canvas) }
  } catch {
    return { page: undefined }
  }
}
