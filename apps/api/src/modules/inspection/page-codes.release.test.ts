import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import type { ReportFileMediaType } from '@zelab/contract'
import { nestedForms, pdfBomb, pdfOfText, pngOf } from '../../testing/hostile-files.ts'
import { symbolOf } from '../../testing/symbol-pictures.ts'
import { createPageDrawer } from './page-drawer.ts'

const drawer = createPageDrawer()
const readCodes = (content: Buffer, mediaType: ReportFileMediaType = 'application/pdf', by = drawer) =>
  by.readCodes({ mediaType, read: async () => new Uint8Array(content) })

const pdfWith = (symbols: readonly Buffer[], width = 110) =>
  new Promise<Buffer>((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'A4', margin: 0 })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    pdf.text('Patient: Layla Haddad', 50, 20)
    symbols.forEach((symbol, index) => pdf.image(symbol, 50 + (index % 3) * 150, 60 + index * 70, { width }))
    pdf.end()
  })

const photoOf = (symbol: Image, degrees: number) => {
  const canvas = createCanvas(3000, 2000)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ddd'
  context.fillRect(0, 0, 3000, 2000)
  context.translate(1500, 1000)
  context.rotate((degrees / 180) * Math.PI)
  context.drawImage(
    symbol,
    -400,
    -400 * (symbol.height / symbol.width),
    800,
    800 * (symbol.height / symbol.width),
  )
  return canvas.toBuffer('image/jpeg', 80)
}

describe('the codes of the first page', () => {
  it('include the texts of its barcodes and QR codes [INBOX-06]', async () => {
    const symbols = await Promise.all([
      symbolOf('QRCode', 'https://lab.test/v/ABC-123'),
      symbolOf('Code128', 'S-20261120-0042'),
      symbolOf('Code39', 'ZL-1024'),
      symbolOf('DataMatrix', 'MRN 77120'),
      symbolOf('EAN13', '4006381333931'),
      symbolOf('PDF417', 'Specimen 12'),
      symbolOf('Code128', 'S-20261120-0042'),
    ])
    expect((await readCodes(await pdfWith(symbols, 145))).toSorted()).toEqual([
      '4006381333931',
      'MRN 77120',
      'S-20261120-0042',
      'Specimen 12',
      'ZL-1024',
      'https://lab.test/v/ABC-123',
    ])
  })

  it('come from photos, however they are turned, and from pictures [INBOX-06]', async () => {
    const bars = await loadImage(await symbolOf('Code128', 'S-0042'))
    const square = await symbolOf('QRCode', 'ZL-77')
    for (const degrees of [0, 90, 180])
      expect(await readCodes(photoOf(bars, degrees), 'image/jpeg')).toEqual(['S-0042'])
    for (const degrees of [12, 245])
      expect(await readCodes(photoOf(await loadImage(square), degrees), 'image/jpeg')).toEqual(['ZL-77'])
    expect(await readCodes(square, 'image/png')).toEqual(['ZL-77'])
  })

  it('include at most ten, printable and of 200 characters [INBOX-06]', async () => {
    const symbols = await Promise.all(
      Array.from({ length: 11 }, (_, index) => symbolOf('QRCode', `Number ${index}`)),
    )
    expect(await readCodes(await pdfWith(symbols, 60))).toHaveLength(10)
    const [long, hidden] = [
      await symbolOf('QRCode', 'x'.repeat(201)),
      await symbolOf('QRCode', 'a\u202eb\u0007'),
    ]
    expect(await readCodes(await pdfWith([long, hidden]))).toEqual([])
  })

  it('stay empty for a page without codes or a file that cannot be drawn [INBOX-06]', async () => {
    const whole = await pdfOfText(['Result'])
    const damaged = (await symbolOf('QRCode', 'ZL-77')).subarray(0, 60)
    expect(await readCodes(whole)).toEqual([])
    expect(await readCodes(whole.subarray(0, 300))).toEqual([])
    expect(await readCodes(damaged, 'image/png')).toEqual([])
    expect(await readCodes(pngOf(9000, 9000), 'image/png')).toEqual([])
  })

  it('stay empty for a file that takes too much time or memory, and the next one is read [INBOX-06]', async () => {
    expect(await readCodes(nestedForms(), 'application/pdf', createPageDrawer({ cpuLimitMs: 400 }))).toEqual(
      [],
    )
    expect(await readCodes(pdfBomb())).toEqual([])
    expect(await readCodes(await pdfWith([await symbolOf('QRCode', 'ZL-77')]))).toEqual(['ZL-77'])
  })

  it('stop being read when the request was cancelled [INBOX-06]', async () => {
    const leaving = new AbortController()
    const reading = drawer.readCodes({
      mediaType: 'application/pdf',
      read: async () => new Uint8Array(nestedForms()),
      signal: leaving.signal,
    })
    setTimeout(() => leaving.abort(new Error('gone')), 300)
    await expect(reading).rejects.toThrow('gone')
  })
})
