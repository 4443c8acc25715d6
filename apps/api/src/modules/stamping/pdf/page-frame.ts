import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  type PDFDocument,
  type PDFPageLeaf,
} from '@cantoo/pdf-lib'

export interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

/**
 * Maps places on the visible page to content coordinates. Sizes are in points after rotation, with the origin at the
 * lower left.
 */
export interface PageFrame {
  width: number
  height: number
  matrixAt(x: number, y: number): number[]
  toContent(x: number, y: number, width: number, height: number): Box
  extendBelow(height: number): void
}

const LARGEST_SIDE = 14_400

const hasFourNumbers = (array: PDFArray) =>
  array.size() === 4 && array.asArray().every((_, index) => array.lookup(index) instanceof PDFNumber)

const numbersIn = (array: PDFArray) =>
  [0, 1, 2, 3].map((index) => array.lookup(index, PDFNumber).asNumber()) as [number, number, number, number]

const readBox = (doc: PDFDocument, value: unknown): Box | undefined => {
  const array = value instanceof PDFRef ? doc.context.lookup(value) : value
  if (!(array instanceof PDFArray) || !hasFourNumbers(array)) return undefined
  const [x1, y1, x2, y2] = numbersIn(array)
  const box = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  }
  return box.right > box.left && box.top > box.bottom ? box : undefined
}

const intersect = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
})
const unite = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  bottom: Math.min(one.bottom, other.bottom),
  right: Math.max(one.right, other.right),
  top: Math.max(one.top, other.top),
})

const inherited = (page: PDFPageLeaf, name: string) => page.getInheritableAttribute(PDFName.of(name))

const numberOf = (doc: PDFDocument, value: unknown, otherwise: number) => {
  const resolved = value instanceof PDFRef ? doc.context.lookup(value) : value
  return resolved instanceof PDFNumber ? resolved.asNumber() : otherwise
}

/** Undefined for invalid boxes or rotations, because viewers differ then. */
export const readPageFrame = (doc: PDFDocument, page: PDFPageLeaf): PageFrame | undefined => {
  const media = readBox(doc, inherited(page, 'MediaBox'))
  const cropValue = inherited(page, 'CropBox')
  const crop = cropValue ? readBox(doc, cropValue) : media
  const unit = numberOf(doc, page.get(PDFName.of('UserUnit')), 1)
  const rotation = numberOf(doc, inherited(page, 'Rotate'), 0)
  if (!media || !crop || unit <= 0 || rotation % 90 !== 0) return undefined
  const box = intersect(media, crop)
  if (box.right <= box.left || box.top <= box.bottom) return undefined
  const turns = (((rotation / 90) % 4) + 4) % 4

  const isSideways = turns % 2 === 1
  const [across, up] = [(box.right - box.left) * unit, (box.top - box.bottom) * unit]
  const scale = 1 / unit
  // Directions of right and up in content coordinates, for each quarter turn to the right.
  const origin = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.right, box.top],
    [box.left, box.top],
  ][turns] as [number, number]
  const right = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][turns] as [number, number]
  const upward: [number, number] = [-right[1], right[0]]
  const place = (x: number, y: number): [number, number] => [
    origin[0] + (right[0] * x + upward[0] * y) * scale,
    origin[1] + (right[1] * x + upward[1] * y) * scale,
  ]
  const toContent = (x: number, y: number, width: number, height: number): Box => {
    const [x1, y1] = place(x, y)
    const [x2, y2] = place(x + width, y + height)
    return {
      left: Math.min(x1, x2),
      bottom: Math.min(y1, y2),
      right: Math.max(x1, x2),
      top: Math.max(y1, y2),
    }
  }
  const [width, height] = isSideways ? [up, across] : [across, up]
  return {
    width,
    height,
    matrixAt: (x, y) => [
      ...right.map((part) => part * scale),
      ...upward.map((part) => part * scale),
      ...place(x, y),
    ],
    toContent,
    extendBelow(more) {
      const whole = unite(box, toContent(0, -more, width, more))
      const set = (name: string, { left, bottom, right: end, top }: Box) =>
        page.set(PDFName.of(name), doc.context.obj([left, bottom, end, top]))
      set('MediaBox', unite(media, whole))
      set('CropBox', whole)
    },
  }
}

/** Includes invisible annotations. */
export const hasAnnotationIn = (doc: PDFDocument, page: PDFPageLeaf, area: Box): boolean => {
  const annotations = page.Annots()?.asArray() ?? []
  return annotations.some((entry) => {
    const annotation = doc.context.lookup(entry)
    if (!(annotation instanceof PDFDict)) return false
    // Viewers choose the position of a note's window.
    if (annotation.lookup(PDFName.of('Subtype')) === PDFName.of('Popup')) return false
    const rectangle = annotation.lookup(PDFName.of('Rect'))
    if (!(rectangle instanceof PDFArray)) return false
    // An annotation without a valid position may be anywhere.
    if (!hasFourNumbers(rectangle)) return true
    const [x1, y1, x2, y2] = numbersIn(rectangle)
    return (
      Math.min(x1, x2) < area.right &&
      Math.max(x1, x2) > area.left &&
      Math.min(y1, y2) < area.top &&
      Math.max(y1, y2) > area.bottom
    )
  })
}

export const canBeTaller = ({ height }: PageFrame, more: number) => height + more <= LARGEST_SIDE
