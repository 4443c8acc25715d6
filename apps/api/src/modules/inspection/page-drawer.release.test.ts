import { createCanvas, loadImage } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import type { ReportFileMediaType } from '@zelab/contract'
import { caseOf } from '../../testing/cases.ts'
import { nestedForms, pdfBomb, pdfObjects, pdfOf, pdfOfText, pngOf } from '../../testing/hostile-files.ts'
import { QueueFullError } from '../../platform/fair-queue.ts'
import { createPageDrawer } from './page-drawer.ts'

const drawer = createPageDrawer()
let owner = 0
const draw = (content: Buffer, mediaType: ReportFileMediaType = 'application/pdf', by = drawer) =>
  by.drawFirstPage({ owner: ++owner, mediaType, read: async () => new Uint8Array(content) })

const decode = async (content: Uint8Array) => {
  const image = await loadImage(Buffer.from(content))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  return {
    width: image.width,
    height: image.height,
    colorAt: (x: number, y: number) =>
      [...context.getImageData(image.width * x, image.height * y, 1, 1).data].slice(0, 3),
    darkPixels: () => {
      const { data } = context.getImageData(0, 0, image.width, image.height)
      let dark = 0
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) dark += 1
      return dark
    },
  }
}

const picture = (width = 300, height = 600) => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width, height / 2)
  context.fillStyle = 'blue'
  context.fillRect(0, height / 2, width, height / 2)
  return canvas
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 200 && green < 60 && blue < 60
const isBlue = ([red = 0, green = 0, blue = 0]: number[]) => red < 60 && green < 60 && blue > 200

/** Adds orientation 6: upright after a turn of 90 degrees. */
const turned = (jpeg: Buffer) => {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000600000000000000', 'hex')
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

const pdfWithImage = (image: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'A4', margin: 0 })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    pdf.image(image, 0, 0, { width: 595, height: 842 })
    pdf.end()
  })

describe('drawing the first page', () => {
  it('shows the text of a PDF in the proportions of its page [PAGE-01]', async () => {
    const page = await draw(await pdfOfText(['Patient: Layla Haddad', 'Haemoglobin 13.2 g/dL']))
    const image = await decode(page?.content ?? new Uint8Array())
    expect(page).toMatchObject({ width: 1200, height: image.height })
    expect(image.width).toBe(1200)
    expect(image.height / image.width).toBeCloseTo(792 / 612, 2)
    expect(image.colorAt(0.99, 0.99)).toEqual([255, 255, 255])
    expect(image.darkPixels()).toBeGreaterThan(500)
  })

  it('shows scanned pages, photos as they are turned, and transparent pictures on white [PAGE-01]', async () => {
    const jpeg = picture().toBuffer('image/jpeg')
    const scanned = await draw(await pdfWithImage(jpeg))
    const upright = await draw(jpeg, 'image/jpeg')
    const sideways = await draw(turned(jpeg), 'image/jpeg')
    for (const page of [scanned, upright]) {
      const image = await decode(page?.content ?? new Uint8Array())
      expect(isRed(image.colorAt(0.5, 0.1))).toBe(true)
      expect(isBlue(image.colorAt(0.5, 0.9))).toBe(true)
    }
    expect(upright).toMatchObject({ width: 300, height: 600 })
    const image = await decode(sideways?.content ?? new Uint8Array())
    expect([image.width, image.height]).toEqual([600, 300])
    expect(isRed(image.colorAt(0.9, 0.5))).toBe(true)
    expect(isBlue(image.colorAt(0.1, 0.5))).toBe(true)
    const transparent = await draw(createCanvas(50, 50).toBuffer('image/png'), 'image/png')
    const white = await decode(transparent?.content ?? new Uint8Array())
    expect(white.colorAt(0.5, 0.5)).toEqual([255, 255, 255])
  })

  it('bounds the size of the image, however long the page is [PAGE-02]', async () => {
    const long = await draw(pdfOf(pdfObjects({}).map((part) => part.replace('200 300', '100 14000'))))
    expect(long).toMatchObject({ height: 2400 })
    expect(long?.width).toBeLessThan(30)
  })

  it('makes large pictures smaller, enlarges none, and draws a small page at 300 dpi [PAGE-09]', async () => {
    const drawPicture = (width: number, height: number) =>
      draw(picture(width, height).toBuffer('image/png'), 'image/png')
    expect(await drawPicture(40, 30)).toMatchObject({ width: 40, height: 30 })
    expect(await drawPicture(2400, 1600)).toMatchObject({ width: 1200, height: 800 })
    expect(await drawPicture(400, 4800)).toMatchObject({ width: 200, height: 2400 })
    const label = pdfOf(pdfObjects({}).map((part) => part.replace('200 300', '144 72')))
    expect(await draw(label)).toMatchObject({ width: 600, height: 300 })
  })
})

describe('text that other viewers may show otherwise', () => {
  const FIELD =
    '/Type /Annot /Subtype /Widget /FT /Tx /T (result) /F 4 /Rect [20 20 100 40] /DA (/H 12 Tf 0 g)'
  const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  const appearance =
    '<< /Type /XObject /Subtype /Form /BBox [0 0 80 20] /Resources << /Font << /H 5 0 R >> >> /Length 31 >>\nstream\nBT /H 12 Tf 2 5 Td (13.8) Tj ET \nendstream'
  const withField = (entries: string, form = '') =>
    pdfOf(
      pdfObjects({
        catalog: `/AcroForm << /Fields [4 0 R] /DR << /Font << /H 5 0 R >> >> ${form} >>`,
        page: '/Annots [4 0 R]',
        more: [`<< ${FIELD} ${entries} >>`, FONT, appearance],
      }),
    )

  it('gives no image when the file does not show the value of a field [PAGE-10]', async () => {
    const needed = '/NeedAppearances true'
    expect(await draw(caseOf('pdf-form-field-without-appearance-courier.pdf'))).toBeUndefined()
    expect(await draw(withField('/V (13.8)'))).toBeUndefined()
    expect(await draw(withField('/V (13.8) /AP << /N 6 0 R >>', needed))).toBeUndefined()
    expect(await draw(withField('/V (13.8) /AP << /N 6 0 R >>'))).toBeDefined()
    expect(await draw(withField('', needed))).toBeDefined()
  })

  const withText = (font: string, text = '(13.8)', mode = 0) => {
    const content = `BT ${mode} Tr /F 24 Tf 20 100 Td ${text} Tj ET`
    const page = '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>'
    const more = [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`, font, DESCRIPTOR]
    return pdfOf(pdfObjects({ page, more }))
  }
  const DESCRIPTOR =
    '<< /Type /FontDescriptor /FontName /F /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>'
  const trueType = (name: string, encoding = '/WinAnsiEncoding') =>
    `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar 46 /LastChar 57 /Widths [${'600 '.repeat(12)}] /Encoding ${encoding} /FontDescriptor 6 0 R >>`
  const ARABIC = '<< /Type /Encoding /Differences [65 /afii57415 /afii57416] >>'

  it('gives no image when a font is neither in the file nor a standard one [PAGE-11]', async () => {
    expect(await draw(withText(trueType('Verdana')))).toBeUndefined()
    expect(await draw(withText(trueType('Wingdings'), '(\\374)'))).toBeUndefined()
    expect(await draw(withText(trueType('ArialMT', ARABIC), '(AB)'))).toBeUndefined()
    expect(await draw(withText(trueType('Verdana'), '(13.8)', 3))).toBeDefined()
    for (const name of ['ArialMT', 'Arial,Bold', 'TimesNewRomanPSMT', 'CourierNew']) {
      const page = await draw(withText(trueType(name)))
      expect((await decode(page?.content ?? new Uint8Array())).darkPixels(), name).toBeGreaterThan(500)
    }
  })
})

describe('a file that cannot be drawn', () => {
  it('gives no image, and the next file is drawn [PAGE-02]', async () => {
    const damaged = (await pdfOfText(['Result'])).subarray(0, 300)
    const broken = picture().toBuffer('image/jpeg').subarray(0, 400)
    const encrypted = await pdfOfText(['Result'], { userPassword: 'secret' })
    expect(await draw(damaged)).toBeUndefined()
    expect(await draw(encrypted)).toBeUndefined()
    expect(await draw(broken, 'image/jpeg')).toBeUndefined()
    expect(await draw(Buffer.from('nothing'), 'image/png')).toBeUndefined()
    expect(await draw(await pdfOfText(['Result']))).toBeDefined()
  })

  it('gives no image when a part of the page cannot be shown [PAGE-02]', async () => {
    const missing =
      '<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode /Length 4 >>\nstream\nnone\nendstream'
    const content = '<< /Length 24 >>\nstream\n100 0 0 100 0 0 cm /I Do\nendstream'
    const page = '/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>'
    expect(await draw(pdfOf(pdfObjects({ page, more: [content, missing] })))).toBeUndefined()
  })

  it('ends when it takes too much time or memory [PAGE-02]', async () => {
    const hurried = createPageDrawer({ cpuLimitMs: 400 })
    expect(await draw(nestedForms(), 'application/pdf', hurried)).toBeUndefined()
    expect(await draw(pdfBomb())).toBeUndefined()
    expect(await draw(pngOf(9000, 9000), 'image/png')).toBeUndefined()
    const scan = await pdfWithImage(picture(3000, 4200).toBuffer('image/jpeg'))
    expect(await draw(scan, 'application/pdf', createPageDrawer({ memoryLimitMb: 90 }))).toBeUndefined()
    expect(await draw(scan)).toBeDefined()
  })

  it('fails when too many of one user wait, without delaying others [PAGE-03]', async () => {
    const busy = createPageDrawer({ cpuLimitMs: 1500 })
    const first = busy.drawFirstPage({
      owner: -1,
      mediaType: 'application/pdf',
      read: async () => new Uint8Array(nestedForms()),
    })
    const content = await pdfOfText(['Result'])
    const waiting = Array.from({ length: 12 }, () =>
      busy.drawFirstPage({
        owner: -1,
        mediaType: 'application/pdf',
        read: async () => new Uint8Array(content),
      }),
    )
    const other = draw(content, 'application/pdf', busy)
    const outcomes = await Promise.allSettled(waiting)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(QueueFullError)
    expect(await first).toBeUndefined()
    expect(await other).toBeDefined()
  })
})
