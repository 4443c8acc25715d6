import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  type PDFObject,
  type PDFPageLeaf,
} from '@cantoo/pdf-lib'
import { drawingOptions } from '../../inspection/drawing-options.ts'
import { findActiveName, findActiveObject } from '../../inspection/pdf-active-content.ts'
import { openPdf, type OpenedPdf } from '../../inspection/pdf-engine.ts'
import { countPages } from '../../inspection/pdf-page-count.ts'
import { saveDocument } from '../document.ts'
import { createDrawing, MM, number, toForm, type Drawing } from '../drawing/drawing.ts'
import { BLOCK_WIDTH, blockHeight, drawBlock } from '../layout/stamp-block.ts'
import { drawFooter, fitsFooter, footerHeight } from '../layout/stamp-footer.ts'
import { prepareParts, type StampParts } from '../layout/stamp-parts.ts'
import type { SlipReason, StampContent, StampPlacement, StampResult, StampTask } from '../stamping.ts'
import { createFontSet } from '../text/embedded-fonts.ts'
import { openStatesOf } from './content-balance.ts'
import { isAreaEmpty, type Area } from './empty-area.ts'
import { canBeTaller, hasAnnotationIn, readPageFrame, type Box, type PageFrame } from './page-frame.ts'
import { hasSameObjects } from './same-objects.ts'
import { hasDynamicForm, hasSignatureBytes, isSigned } from './signed-pdf.ts'

const MOST_GROWTH = 5 * 1024 * 1024
/** Larger images are not decoded, so their page counts as not empty. */
const MOST_PIXELS = 50_000_000

/** The file gets a slip. `pages` is the page count of the file, if known. */
export interface Unstamped {
  reason: SlipReason
  pages: number | undefined
}

const cornerArea = (frame: PageFrame, stamp: StampContent, height: number): Area | undefined => {
  const [marginX, marginY] = [stamp.marginX * MM, stamp.marginY * MM]
  const isLeft = stamp.corner.endsWith('left')
  const isBottom = stamp.corner.startsWith('bottom')
  const x = isLeft ? marginX : frame.width - marginX - BLOCK_WIDTH
  const y = isBottom ? marginY : frame.height - marginY - height
  const isInside = x >= 0 && y >= 0 && x + BLOCK_WIDTH <= frame.width && y + height <= frame.height
  return isInside ? { x, y, width: BLOCK_WIDTH, height } : undefined
}

const contentsOf = (doc: PDFDocument, page: PDFPageLeaf): PDFObject[] => {
  const value = page.get(PDFName.of('Contents'))
  const resolved = value instanceof PDFRef ? doc.context.lookup(value) : value
  if (resolved instanceof PDFArray) return resolved.asArray()
  return value ? [value] : []
}

const joinedContent = (doc: PDFDocument, contents: PDFObject[]): Uint8Array =>
  Buffer.concat(
    contents.flatMap((entry) => {
      const stream = doc.context.lookup(entry)
      if (!(stream instanceof PDFRawStream)) throw new Error('A part of the page is missing')
      return [decodePDFRawStream(stream).decode(), Buffer.from('\n')]
    }),
  )

/** Copies the entry, because other pages may share it. */
const ownDictionary = (doc: PDFDocument, value: PDFObject | undefined): PDFDict => {
  const dict = value instanceof PDFRef ? doc.context.lookup(value) : value
  return dict instanceof PDFDict ? dict.clone(doc.context) : doc.context.obj({})
}

const unusedName = (dict: PDFDict): PDFName => {
  for (let count = 1; ; count++) {
    const name = PDFName.of(`Stamp${count}`)
    if (!dict.has(name)) return name
  }
}

/**
 * Isolates the page's content: its open states do not move the form, and content outside of the visible page stays
 * invisible.
 */
const showForm = (
  doc: PDFDocument,
  page: PDFPageLeaf,
  { form, matrix, visible }: { form: PDFRef; matrix: number[]; visible: Box },
) => {
  const contents = contentsOf(doc, page)
  const open = openStatesOf(joinedContent(doc, contents))
  if (!open) throw new Error('The content closes more states than it opens')
  const resources = ownDictionary(doc, page.Resources())
  const forms = ownDictionary(doc, resources.get(PDFName.of('XObject')))
  const name = unusedName(forms)
  forms.set(name, form)
  resources.set(PDFName.of('XObject'), forms)
  page.set(PDFName.of('Resources'), resources)

  const { context } = doc
  const end = `${open.isInText ? '\nET' : ''}\n${'Q '.repeat(open.states + 1)}`
  const show = `q ${matrix.map(number).join(' ')} cm ${name.toString()} Do Q\n`
  const { left, bottom, right, top } = visible
  const box = [left, bottom, right - left, top - bottom].map(number).join(' ')
  const before = context.register(context.stream(`q ${box} re W n\n`))
  const after = context.register(context.stream(`${end}\n${show}`))
  page.set(PDFName.of('Contents'), context.obj([before, ...contents, after]))
}

interface Placed {
  placement: StampPlacement
  x: number
  y: number
  width: number
  height: number
  draw: (drawing: Drawing, parts: StampParts) => void
}

const place = async (
  pdf: OpenedPdf,
  { doc, page, frame }: { doc: PDFDocument; page: PDFPageLeaf; frame: PageFrame },
  { stamp, qrCode }: StampParts,
): Promise<Placed | undefined> => {
  const corner = cornerArea(frame, stamp, blockHeight(qrCode))
  if (corner && (await isAreaEmpty(pdf, doc, frame, corner)))
    return { placement: 'corner', ...corner, draw: drawBlock }
  const height = footerHeight(qrCode)
  if (!fitsFooter(frame.width) || !canBeTaller(frame, height)) return undefined
  if (hasAnnotationIn(doc, page, frame.toContent(0, -height, frame.width, height))) return undefined
  return {
    placement: 'footer',
    x: 0,
    y: -height,
    width: frame.width,
    height,
    draw: (drawing, parts) => drawFooter(drawing, parts, frame.width),
  }
}

const isSameFrame = async ({ document }: OpenedPdf, frame: PageFrame): Promise<boolean> => {
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  return Math.abs(width - frame.width) < 0.5 && Math.abs(height - frame.height) < 0.5
}

const changedBy = ({ context, catalog }: PDFDocument, page: PDFPageLeaf, isSealed: boolean): Set<number> => {
  const { Info, Root } = context.trailerInfo
  // A seal changes the form, which belongs to the catalog.
  const ofSeal = isSealed ? [Root, catalog.get(PDFName.of('AcroForm'))] : []
  const changed = [context.getObjectRef(page), Info, ...ofSeal]
  return new Set(changed.flatMap((ref) => (ref instanceof PDFRef ? [ref.objectNumber] : [])))
}

const isSound = async (
  copy: Uint8Array,
  original: OpenedPdf,
  changed: ReadonlySet<number>,
): Promise<boolean> => {
  const pages = original.document.numPages
  if (findActiveName(Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength))) return false
  // The parser takes ownership of its input.
  const pdf = await openPdf(copy.slice())
  try {
    if (pdf.document.numPages !== pages || countPages(pdf, pages) !== pages || findActiveObject(pdf))
      return false
    if (!hasSameObjects(original, pdf, changed)) return false
    for (let page = 1; page <= pages; page++) await pdf.document.getPage(page)
    return true
  } finally {
    await pdf.close()
  }
}

const stampOpened = async (pdf: OpenedPdf, task: StampTask): Promise<StampResult | Unstamped> => {
  const { content, stamp } = task
  const pages = pdf.document.numPages
  const unsupported: Unstamped = { reason: 'unsupported', pages }
  const doc = await PDFDocument.load(content, {
    updateMetadata: false,
    parseSpeed: Infinity,
    preserveXFA: true,
  })
  if (isSigned(doc)) return { reason: 'signed', pages }
  const page = doc.getPages()[0]?.node
  const frame = page && readPageFrame(doc, page)
  if (
    !page ||
    !frame ||
    hasDynamicForm(doc) ||
    doc.getPageCount() !== pages ||
    !(await isSameFrame(pdf, frame))
  )
    return unsupported

  const fonts = createFontSet(doc)
  const parts = await prepareParts(doc, stamp)
  const placed = await place(pdf, { doc, page, frame }, parts)
  if (!placed) return unsupported
  const drawing = createDrawing(fonts)
  placed.draw(drawing, parts)
  showForm(doc, page, {
    form: toForm(doc, drawing, placed.width, placed.height),
    matrix: frame.matrixAt(placed.x, placed.y),
    visible: frame.toContent(0, 0, frame.width, frame.height),
  })
  if (placed.placement === 'footer') frame.extendBelow(placed.height)

  const changed = changedBy(doc, page, task.seal !== undefined)
  const copy = await saveDocument(doc, fonts, task)
  if (copy.length > content.length + MOST_GROWTH || !(await isSound(copy, pdf, changed))) return unsupported
  return { outcome: 'stamped', content: copy, pages, placement: placed.placement }
}

/** Returns a reason if the file must not or cannot be stamped. */
export const stampPdf = async (task: StampTask): Promise<StampResult | Unstamped> => {
  if (hasSignatureBytes(task.content)) return { reason: 'signed', pages: await pageCountOf(task.content) }
  let pages: number | undefined
  let pdf: OpenedPdf | undefined
  try {
    pdf = await openPdf(task.content.slice(), drawingOptions(MOST_PIXELS))
    pages = pdf.document.numPages
    return await stampOpened(pdf, task)
  } catch {
    return { reason: 'unsupported', pages }
  } finally {
    await pdf?.close()
  }
}

const pageCountOf = async (content: Uint8Array): Promise<number | undefined> => {
  try {
    const pdf = await openPdf(content.slice())
    await pdf.close()
    return pdf.document.numPages
  } catch {
    return undefined
  }
}
