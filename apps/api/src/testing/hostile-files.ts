import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import PDFDocument from 'pdfkit'

const EMPTY_PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] >>'

/** The objects of a one-page PDF, the catalog first; `more` become objects 4, 5, …. */
export const pdfObjects = ({ catalog = '', page = '', more = [] as string[], count = 1 } = {}): string[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`,
  EMPTY_PAGE.replace(' >>', ` ${page} >>`),
  ...more,
]

export const pdfOf = (objects: string[]): Buffer => {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} /Filter /FlateDecode >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

/** Puts every object into a compressed stream, which a byte search cannot see. */
export const compressedPdfOf = (objects: string[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const add = (number: number, body: Buffer) => {
    offsets[number] = parts.reduce((sum, part) => sum + part.length, 0)
    parts.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  let body = ''
  const heads = objects.map((object, index) => {
    const head = `${index + 1} ${body.length}`
    body += `${object}\n`
    return head
  })
  const head = `${heads.join(' ')}\n`
  const holder = objects.length + 1
  const table = holder + 1
  add(holder, stream(`/Type /ObjStm /N ${objects.length} /First ${head.length}`, deflateSync(head + body)))
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const row = (kind: number, place: number, index: number) => {
    const bytes = Buffer.alloc(7)
    bytes.writeUInt8(kind, 0)
    bytes.writeUInt32BE(place, 1)
    bytes.writeUInt16BE(index, 5)
    return bytes
  }
  const rows = Buffer.concat([
    row(0, 0, 65535),
    ...objects.map((_, index) => row(2, holder, index)),
    row(1, offsets[holder] ?? 0, 0),
    row(1, start, 0),
  ])
  add(table, stream(`/Type /XRef /Size ${table + 1} /W [1 4 2] /Root 1 0 R`, deflateSync(rows)))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}

/** A page whose content inflates from a few hundred kilobytes to hundreds of megabytes. */
export const pdfBomb = (): Buffer => {
  const content = stream('', deflateSync(Buffer.alloc(400 * 1024 * 1024, ' ')))
  return pdfOf(pdfObjects({ page: '/Contents 4 0 R', more: [content.toString('latin1')] }))
}

/** A few kilobytes whose text takes hours to extract: each form shows the next one ten times. */
export const nestedForms = (depth = 20): Buffer => {
  const form = (number: number) => {
    const content = number === depth ? 'BT /T 9 Tf (x) Tj ET' : '/F Do '.repeat(10)
    const next =
      number === depth
        ? '/Resources << /Font << /T << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
        : `/Resources << /XObject << /F ${number + 5} 0 R >> >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next} /Length ${content.length} >>\nstream\n${content}\nendstream`
  }
  return pdfOf(
    pdfObjects({
      page: '/Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>',
      more: [
        '<< /Length 6 >>\nstream\n/F Do \nendstream',
        ...Array.from({ length: depth }, (_, index) => form(index + 1)),
      ],
    }),
  )
}

/** Lines of text at separate positions; a tab starts the next column, a form feed a new page. */
export const pdfOfText = (
  lines: string[],
  options: { userPassword?: string; ownerPassword?: string } = {},
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ margin: 50, pdfVersion: '1.7', ...options })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    let row = 0
    for (const line of lines) {
      if (line === '\f') pdf.addPage()
      row = line === '\f' ? 0 : row + 1
      line.split('\t').forEach((text, column) => {
        pdf.text(text, 50 + column * 180, 60 + row * 18, { lineBreak: false })
      })
    }
    pdf.end()
  })

const pngChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Declares these dimensions but contains only a few gray pixels. */
export const pngOf = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const jpegOf = (width = 16, height = 16): Buffer =>
  jpeg.encode({ data: Buffer.alloc(width * height * 4, 200), width, height }, 80).data

export const zipBytes = (): Buffer => {
  const [name, data] = [Buffer.from('run.js'), Buffer.from('alert(1)')]
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  for (const [record, at] of [
    [local, 14],
    [central, 16],
  ] as const) {
    record.writeUInt32LE(crc32(data), at)
    record.writeUInt32LE(data.length, at + 4)
    record.writeUInt32LE(data.length, at + 8)
    record.writeUInt16LE(name.length, at + 12)
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, name, data, central, name, end])
}

/** A few kilobytes that parse quickly but render for minutes: a shading is painted many times. */
export const slowToDraw = (number = 0, paintings = 20_000): Buffer => {
  const content = deflateSync(`${'/S sh '.repeat(paintings)} % ${number}`)
  const shading =
    '<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [90 90 5 100 150 190] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>'
  const page = `/Contents 4 0 R /Resources << /Shading << /S ${shading} >> >>`
  return pdfOf(pdfObjects({ page, more: [stream('', content).toString('latin1')] }))
}
