import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
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
  patient: { name: 'Omar Khalil', bornOn: '3 April 1971', id: 'ZL-77' },
  report: { number: '#123', version: 2, publishedOn: '12 November 2026, 09:41' },
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

/** Renders a page with Poppler, uncompressed: compressing a large image takes longer than rendering it. */
const toImage = <Result>(
  content: Uint8Array,
  { dpi, pageNumber = 1, isGray = false }: { dpi: number; pageNumber?: number; isGray?: boolean },
  use: (image: string) => Result,
) =>
  withFile(content, (file, folder) => {
    const page = String(pageNumber)
    const image = path.join(folder, 'page')
    const options = ['-r', String(dpi), '-f', page, '-l', page, '-singlefile', '-cropbox']
    execFileSync('pdftoppm', [...options, ...(isGray ? ['-gray'] : []), file, image])
    return use(`${image}.${isGray ? 'pgm' : 'ppm'}`)
  })

export interface Pixels {
  width: number
  height: number
  data: Uint8Array
}

export const render = (content: Uint8Array, dpi = 72, pageNumber = 1): Pixels =>
  toImage(content, { dpi, pageNumber }, (image) => {
    const bytes = readFileSync(image)
    const [header = '', width, height] =
      /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64)) ?? []
    return { width: Number(width), height: Number(height), data: bytes.subarray(header.length) }
  })

export const readQrCode = (content: Uint8Array, dpi: number): string =>
  toImage(content, { dpi, isGray: true }, (image) =>
    execFileSync('zbarimg', ['--quiet', '--raw', image], { encoding: 'utf8', stdio: 'pipe' }).trim(),
  )

/** Text in logical order, without direction marks. */
export const textOf = (content: Uint8Array): string =>
  withFile(content, (file) =>
    execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(/[\u202a-\u202e]/g, ''),
  )

/** Where two images of the same width differ, as fractions of the first one; undefined when they are equal. */
export const differenceOf = (one: Pixels, other: Pixels) => {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  const rowBytes = 3 * one.width
  for (let y = 0; y < one.height; y++) {
    const [row, otherRow] = [one, other].map(({ data }) => data.subarray(y * rowBytes, (y + 1) * rowBytes))
    if (!row || !otherRow || Buffer.compare(row, otherRow) === 0) continue
    ;[top, bottom] = [Math.min(top, y), y + 1]
    for (let at = 0; at < rowBytes; at++) {
      if (row[at] === otherRow[at]) continue
      const x = Math.floor(at / 3)
      ;[left, right] = [Math.min(left, x), Math.max(right, x + 1)]
    }
  }
  return right < 0 ? undefined : { left, top, right, bottom }
}

export const pdfWithPage = async (
  size: [width: number, height: number],
  change: (page: PDFPage, doc: PDFDocument) => void = () => {},
): Promise<Uint8Array> => {
  const doc = await PDFDocument.create({ updateMetadata: false })
  change(doc.addPage(size), doc)
  return doc.save({ useObjectStreams: false })
}
