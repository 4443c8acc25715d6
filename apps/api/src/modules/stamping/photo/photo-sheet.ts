import { PDFDocument, type PDFRef } from '@cantoo/pdf-lib'
import { readJpeg } from '../../inspection/image-structure.ts'
import { addSheet, describeSheet, saveDocument } from '../document.ts'
import { createDrawing, MM, number } from '../drawing/drawing.ts'
import { embedOnWhite } from '../drawing/pictures.ts'
import { A4, drawLetterhead, LETTERHEAD_HEIGHT, SHEET_MARGIN } from '../layout/letterhead.ts'
import { drawFooter, footerHeight } from '../layout/stamp-footer.ts'
import { drawLines, heightOf, prepareParts, type Line, type StampParts } from '../layout/stamp-parts.ts'
import type { Unstamped } from '../pdf/pdf-stamping.ts'
import type { StampResult, StampTask } from '../stamping.ts'
import { createFontSet } from '../text/embedded-fonts.ts'
import { readJpegHeader } from './jpeg-image.ts'

interface Photo {
  ref: PDFRef
  width: number
  height: number
  orientation: number
}

const MOST_GROWTH = 5 * 1024 * 1024
const COLOR_SPACES: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }
const PHOTO_DPI = 150
const TOP_MARGIN = 6 * MM
const BOTTOM_MARGIN = 4 * MM
const PHOTO_GAP = 6 * MM
const PATIENT_GAP = 3 * MM

const embedJpeg = (doc: PDFDocument, file: Buffer): Photo | undefined => {
  const structure = readJpeg(file)
  const header = structure && readJpegHeader(file)
  if (!header) return undefined
  const { width, height, components, isAdobe, orientation } = header
  const ref = doc.context.register(
    doc.context.stream(file.subarray(0, structure.end), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: COLOR_SPACES[components] ?? 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
      ...(components === 4 && isAdobe ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
    }),
  )
  return { ref, width, height, orientation }
}

const embedPng = async (doc: PDFDocument, file: Buffer): Promise<Photo | undefined> => {
  const image = await embedOnWhite(doc, file)
  return image && { ...image, orientation: 1 }
}

const TURNS = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
] as const
const isSideways = (orientation: number) => orientation >= 5

const patientLines = ({ stamp: { patient }, arabic }: StampParts): Line[] =>
  patient
    ? [
        { text: patient.name, style: { size: 11, weight: 'semibold' }, leading: 15 },
        {
          text: `Born ${patient.bornOn}  ·  ${patient.id}`,
          arabic: arabic.bornOn,
          style: { size: 8.5, gray: 0.35 },
          leading: 12,
        },
      ]
    : []

export const stampPhoto = async (task: StampTask): Promise<StampResult | Unstamped> => {
  const { content, mediaType, stamp } = task
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const unsupported: Unstamped = { reason: 'unsupported', pages: undefined }
  const doc = await PDFDocument.create({ updateMetadata: false })
  const photo = mediaType === 'image/png' ? await embedPng(doc, file) : embedJpeg(doc, file)
  if (!photo) return unsupported

  const [shownWidth, shownHeight] = isSideways(photo.orientation)
    ? [photo.height, photo.width]
    : [photo.width, photo.height]
  const isLandscape = shownWidth > shownHeight
  const [width, height] = isLandscape ? [A4.height, A4.width] : [A4.width, A4.height]
  const fonts = createFontSet(doc)
  const drawing = createDrawing(fonts)
  const parts = await prepareParts(doc, stamp)
  drawLetterhead(drawing, parts, width, height - TOP_MARGIN)

  const lines = patientLines(parts)
  const identityHeight = lines.length > 0 ? heightOf(lines) + PATIENT_GAP : 0
  const underLetterhead = height - TOP_MARGIN - LETTERHEAD_HEIGHT
  drawLines(drawing, lines, SHEET_MARGIN, underLetterhead - PATIENT_GAP, width - 2 * SHEET_MARGIN)

  const bottom = BOTTOM_MARGIN + footerHeight(parts.qrCode) + PHOTO_GAP
  const space = {
    width: width - 2 * SHEET_MARGIN,
    height: underLetterhead - identityHeight - PHOTO_GAP - bottom,
  }
  const scale = Math.min(72 / PHOTO_DPI, space.width / shownWidth, space.height / shownHeight)
  const [boxWidth, boxHeight] = [shownWidth * scale, shownHeight * scale]
  const left = (width - boxWidth) / 2
  const top = bottom + space.height
  const turn = TURNS[photo.orientation - 1] ?? TURNS[0]
  const name = drawing.useImage(photo.ref)
  drawing.write(
    `q ${[boxWidth, 0, 0, boxHeight, left, top - boxHeight].map(number).join(' ')} cm ${turn.join(' ')} cm /${name} Do Q`,
  )
  drawing.write(`q 1 0 0 1 0 ${number(BOTTOM_MARGIN)} cm`)
  drawFooter(drawing, parts, width, SHEET_MARGIN)
  drawing.write('Q')
  addSheet(doc, drawing, width, height)
  describeSheet(doc, `Report ${stamp.report.number}`, stamp.lab.name)
  const copy = await saveDocument(doc, fonts, task)
  if (copy.length > content.length + MOST_GROWTH) return unsupported
  return { outcome: 'stamped', content: copy, pages: 1, placement: 'sheet' }
}
