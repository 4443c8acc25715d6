import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { PDFName, type PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import type { ReportFileMediaType } from '@zelab/contract'
import { compressedPdfOf, jpegOf, pdfObjects, pdfOf, pdfOfText, pngOf } from '../../testing/hostile-files.ts'
import { pdfWithPage, readQrCode, render, STAMP, textOf, type Pixels } from '../../testing/stamps.ts'
import { createReportStamper } from './report-stamper.ts'
import type { StampResult } from './stamping.ts'

const stamper = createReportStamper()
let owner = 0
const stamp = (
  content: Uint8Array,
  mediaType: ReportFileMediaType = 'application/pdf',
  patient = STAMP.patient,
) =>
  stamper.stamp({
    owner: ++owner,
    mediaType,
    stamp: { ...STAMP, patient },
    read: async () => new Uint8Array(content),
  })

const contentOf = (result: StampResult): Uint8Array => {
  if (result.outcome === 'failed') throw new Error('No file was made')
  return result.content
}

const SIGNATURE = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 9 9 9] /Contents <00> >>'
const FIELD = '<< /FT /Sig /T (Signature) /V 5 0 R >>'
const withForm = (catalog: string, more: string[]) => pdfObjects({ catalog, page: '', more })

const SIGNED: Record<string, Buffer> = {
  'with a signature': pdfOf(withForm('/AcroForm << /Fields [4 0 R] >>', [FIELD, SIGNATURE])),
  'with a signature in compressed objects': compressedPdfOf(
    withForm('/AcroForm << /Fields [4 0 R] >>', [FIELD, SIGNATURE]),
  ),
  'with a field that refers to one': compressedPdfOf(
    withForm('/AcroForm << /Fields [4 0 R] >>', [FIELD, '<< /Filter /Adobe.PPKLite >>']),
  ),
  'with a form that declares one': pdfOf(withForm('/AcroForm << /Fields [] /SigFlags 3 >>', [])),
  'that is certified': pdfOf(withForm('/Perms << /DocMDP 4 0 R >>', ['<< /Filter /Adobe.PPKLite >>'])),
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('a signed PDF', () => {
  it.each(Object.keys(SIGNED))('gets a slip that names the unchanged file: %s [STAMP-11]', async (kind) => {
    const original = SIGNED[kind] as Buffer
    const result = await stamp(original)
    expect(result).toMatchObject({ outcome: 'slip', reason: 'signed', pages: 1 })
    const groups = textOf(contentOf(result)).replace(/\s+/g, ' ')
    expect(groups).toContain((sha256(original).match(/.{8}/g) ?? []).slice(0, 4).join(' '))
  })

  it('gets a stamp when its signature field is empty: nothing is signed yet [STAMP-11]', async () => {
    const empty = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      '<< /FT /Sig /T (Signature) >>',
    ])
    expect(await stamp(empty)).toMatchObject({ outcome: 'stamped' })
  })
})

const content =
  (text: string) =>
  (page: { node: PDFDocument['catalog'] }, { context }: PDFDocument) =>
    page.node.set(PDFName.of('Contents'), context.register(context.stream(text)))

/** Viewers use the table, which refers to the first of two objects. */
const withTwoVersions = () => {
  const [page = '', shown = ''] = ['/Contents 4 0 R', 'q Q']
  const objects = pdfObjects({ page, more: [`<< /Length 3 >>\nstream\n${shown}\nendstream`] })
  const file = pdfOf(objects.map((part) => part.replace('200 300', '595 842'))).toString('latin1')
  const other = '4 0 obj\n<< /Length 9 >>\nstream\n9 9 9 9 re\nendstream\nendobj\n'
  const [body = '', table = ''] = file.split('xref\n0')
  const start = Buffer.byteLength(body + other, 'latin1')
  return Buffer.from(
    `${body}${other}xref\n0${table}`.replace(/startxref\n\d+/, `startxref\n${start}`),
    'latin1',
  )
}

const UNSUPPORTED: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  encrypted: () => pdfOfText(['Result'], { userPassword: 'secret' }),
  'protected by an owner': () => pdfOfText(['Result'], { ownerPassword: 'secret' }),
  'a dynamic form': () => pdfOf(withForm('/AcroForm << /Fields [] /XFA (none) >>', [])),
  damaged: () => new Uint8Array(Buffer.from('%PDF-1.7\nnothing\n%%EOF')),
  'with active content': () => pdfOf(withForm('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>', [])),
  'that another program reads differently': withTwoVersions,
  'content that closes too many states': () =>
    pdfWithPage([595, 842], content('q Q Q 2 0 0 2 0 0 cm') as never),
}

describe('a PDF that cannot be stamped', () => {
  it.each(Object.keys(UNSUPPORTED))('gets a slip: %s [STAMP-12]', async (kind) => {
    const original = await UNSUPPORTED[kind]?.()
    const result = await stamp(original ?? new Uint8Array())
    expect(result).toMatchObject({ outcome: 'slip', reason: 'unsupported', pages: 1 })
  })

  it('gets a slip in two languages, with the code in print and for scanners [STAMP-13]', async () => {
    const slip = contentOf(await stamp(await pdfOfText(['Result'], { userPassword: 'secret' })))
    for (const dpi of [100, 150, 200]) expect(readQrCode(slip, dpi)).toBe(STAMP.address)
    const text = textOf(slip)
    for (const part of [
      'Verification slip',
      'صفحة التحقق',
      '#123',
      'النسخة',
      'تاريخ الإصدار',
      'أصدره',
      '12 November 2026',
    ])
      expect(text).toContain(part)
    expect(text).toContain('ABCDE-FGHJK-MNPQR-STVWX-YZ2345')
    expect(text).toContain('+961 1 345 678')
  })
})

const picture = (width: number, height: number) => {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = 'red'
  drawing.fillRect(0, 0, width, height / 2)
  drawing.fillStyle = 'blue'
  drawing.fillRect(0, height / 2, width, height / 2)
  return canvas
}

const turned = (jpeg: Buffer, orientation: number) => {
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000600000000000000', 'hex')
  exif.writeUInt8(orientation, 24)
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

const centerOf = ({ data, width, height }: Pixels, isColor: (red: number, blue: number) => boolean) => {
  let [sumX, sumY, count] = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x)
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (green > 60 || !isColor(red, blue)) continue
      ;[sumX, sumY, count] = [sumX + x, sumY + y, count + 1]
    }
  return { x: sumX / count, y: sumY / count, count }
}
const redIn = (page: Pixels) => centerOf(page, (red, blue) => red > 180 && blue < 60)
const blueIn = (page: Pixels) => centerOf(page, (red, blue) => blue > 180 && red < 60)

describe('a photo', () => {
  it('becomes an A4 page with a letterhead and the stamp, its bytes unchanged [STAMP-14]', async () => {
    for (const [width, height] of [
      [900, 1600],
      [1600, 900],
    ] as const) {
      const jpeg = picture(width, height).toBuffer('image/jpeg')
      const result = await stamp(jpeg, 'image/jpeg')
      expect(result).toMatchObject({ outcome: 'stamped', placement: 'sheet', pages: 1 })
      const page = render(contentOf(result))
      expect([page.width, page.height].toSorted((one, other) => one - other)).toEqual([596, 842])
      expect(page.width > page.height).toBe(width > height)
      expect(redIn(page).y).toBeLessThan(blueIn(page).y)
      expect(Buffer.from(contentOf(result)).includes(jpeg)).toBe(true)
      for (const dpi of [100, 150, 200]) expect(readQrCode(contentOf(result), dpi)).toBe(STAMP.address)
      expect(textOf(contentOf(result))).toMatch(/Cedar Medical Laboratory[\s\S]+\+961[\s\S]+Report #123/)
    }
  })

  it('appears below the name, date of birth and id of its patient, in Arabic too [STAMP-44]', async () => {
    const jpeg = picture(900, 1600).toBuffer('image/jpeg')
    const sheet = contentOf(await stamp(jpeg, 'image/jpeg'))
    expect(textOf(sheet)).toMatch(/Omar Khalil[\s\S]+Born 3 April 1971 +· +ZL-77[\s\S]+Report #123/)
    const arabic = contentOf(
      await stamp(jpeg, 'image/jpeg', { name: 'ليلى حداد', bornOn: '1 May 1990', id: 'ZL-9' }),
    )
    expect(textOf(arabic)).toContain('ليلى حداد')
    const red = redIn(render(sheet))
    expect(red.count).toBeGreaterThan(1000)
    // The report names its patient, so the stamp does not.
    expect(textOf(contentOf(await stamp(await pdfOfText(['Result']))))).not.toContain('Omar Khalil')
  })

  it('comes without the pictures that follow it in its file [STAMP-43]', async () => {
    const [photo, second] = [picture(300, 600), picture(100, 100)].map((one) => one.toBuffer('image/jpeg'))
    const file = Buffer.concat([photo ?? Buffer.alloc(0), second ?? Buffer.alloc(0)])
    const copy = Buffer.from(contentOf(await stamp(file, 'image/jpeg')))
    expect([photo, second].map((one) => copy.includes(one ?? ''))).toEqual([true, false])
    expect(redIn(render(copy)).y).toBeLessThan(blueIn(render(copy)).y)
  })

  it('turns by its EXIF orientation, and is not enlarged [STAMP-15]', async () => {
    const jpeg = picture(300, 150).toBuffer('image/jpeg')
    const directions = { 3: [0, 1], 6: [1, 0], 8: [-1, 0] } as const
    for (const [orientation, [x, y]] of Object.entries(directions)) {
      const page = render(contentOf(await stamp(turned(jpeg, Number(orientation)), 'image/jpeg')))
      const [red, blue] = [redIn(page), blueIn(page)]
      expect([
        Math.sign(Math.round((red.x - blue.x) / 9)),
        Math.sign(Math.round((red.y - blue.y) / 9)),
      ]).toEqual([x, y])
      expect(red.count + blue.count).toBeLessThan(146 * 74)
    }
  })

  it('appears on white where it is transparent [STAMP-15]', async () => {
    const canvas = picture(200, 200)
    canvas.getContext('2d').clearRect(0, 0, 200, 50)
    const page = render(contentOf(await stamp(canvas.toBuffer('image/png'), 'image/png')))
    expect(redIn(page).count).toBeGreaterThan(1000)
    expect(redIn(page).count * 2).toBeCloseTo(blueIn(page).count, -3)
    expect(await stamp(pngOf(8, 8), 'image/png')).toMatchObject({ outcome: 'stamped', placement: 'sheet' })
  })

  it('gets a slip when it cannot be shown [STAMP-15]', async () => {
    const lossless = jpegOf()
    lossless[lossless.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3
    for (const [file, mediaType] of [
      [lossless, 'image/jpeg'],
      [jpegOf().subarray(0, 300), 'image/jpeg'],
      [pngOf(60_000, 60_000), 'image/png'],
    ] as const)
      expect(await stamp(file, mediaType)).toMatchObject({ outcome: 'slip', reason: 'unsupported' })
  })

  it('gets a slip within the bounds at 7000 × 7000 pixels, even when several arrive at once [STAMP-47]', async () => {
    const large = picture(7000, 7000).toBuffer('image/png')
    for (const result of await Promise.all([1, 2, 3].map(() => stamp(large, 'image/png')))) {
      expect(result).toMatchObject({ outcome: 'slip', reason: 'unsupported' })
      expect(textOf(contentOf(result))).toContain('The report could not be stamped. It is unchanged')
    }
  })
})
