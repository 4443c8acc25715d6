import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { StampContent } from '../modules/stamping/stamping.ts'

const logo = () => {
  const context = createCanvas(64, 64).getContext('2d')
  context.fillStyle = 'teal'
  context.arc(32, 32, 30, 0, 7)
  context.fill()
  return new Uint8Array(context.canvas.toBuffer('image/png'))
}

export const STAMP: StampContent = {
  address: 'HTTPS://LABS.EXAMPLE/V/ABCDEFGHJKMNPQRSTVWXYZ2345',
  host: 'labs.example',
  code: 'ABCDEFGHJKMNPQRSTVWXYZ2345',
  lab: {
    name: 'Cedar Medical Laboratory',
    address: '12 Hamra Street, Beirut',
    accreditation: 'LB-0421',
    phone: '+961 1 345 678',
    logo: logo(),
  },
  report: { number: '#123', version: 2, publishedOn: '12 November 2026' },
  signatory: { name: 'Dr. Layla Haddad', signature: logo() },
  corner: 'bottom-right',
  marginX: 10,
  marginY: 12,
}

const withFile = <Result>(content: Uint8Array, use: (file: string, folder: string) => Result): Result => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zelab-stamp-'))
  try {
    const file = path.join(folder, 'report.pdf')
    writeFileSync(file, content)
    return use(file, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const toPng = (content: Uint8Array, dpi: number, pageNumber: number) =>
  withFile(content, (file, folder) => {
    const page = String(pageNumber)
    const image = path.join(folder, 'page')
    execFileSync('pdftoppm', [
      ...['-r', String(dpi), '-f', page, '-l', page, '-singlefile', '-cropbox', '-png'],
      file,
      image,
    ])
    return readFileSync(`${image}.png`)
  })

export interface Pixels {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8ClampedArray
}

/** A page as Poppler shows it. */
export const render = async (content: Uint8Array, dpi = 72, pageNumber = 1): Promise<Pixels> => {
  const image = await loadImage(toPng(content, dpi, pageNumber))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}

/** The text of the QR code on the first page. */
export const readQrCode = (content: Uint8Array, dpi: number): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zelab-stamp-'))
  try {
    const image = path.join(folder, 'page.png')
    writeFileSync(image, toPng(content, dpi, 1))
    return execFileSync('zbarimg', ['--quiet', '--raw', image], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The text of a PDF in logical order, without marks of direction. */
export const textOf = (content: Uint8Array): string =>
  withFile(content, (file) =>
    execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(/[\u202a-\u202e]/g, ''),
  )

/** Where two images of the same width differ, as shares of the first one; undefined when they are equal. */
export const differenceOf = (one: Pixels, other: Pixels) => {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      const at = 4 * (y * one.width + x)
      const isEqual = [0, 1, 2].every((channel) => one.data[at + channel] === other.data[at + channel])
      if (isEqual) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x + 1)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)]
    }
  return right < 0 ? undefined : { left, top, right, bottom }
}

/** A PDF with one page, made by pdf-lib. */
export const pdfWithPage = async (
  size: [width: number, height: number],
  change: (page: PDFPage, doc: PDFDocument) => void = () => {},
): Promise<Uint8Array> => {
  const doc = await PDFDocument.create({ updateMetadata: false })
  change(doc.addPage(size), doc)
  return doc.save({ useObjectStreams: false })
}
