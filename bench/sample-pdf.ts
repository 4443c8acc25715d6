import { randomBytes } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { createRandom } from './seed/random.ts'

/** Objects are numbered from 1; the first one is the catalog. */
const writePdf = (objects: readonly Buffer[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, body] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(length)
    length += object.length
    parts.push(object)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const pdfStream = (content: Buffer | string, entries = ''): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length}${entries && ` ${entries}`} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** A valid one-page PDF of about this size, padded with a stream of random bytes that is never rendered. */
export const makePdf = (bytes: number): Buffer =>
  writePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    pdfStream('BT /F1 24 Tf 72 720 Td (Benchmark) Tj ET'),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    pdfStream(randomBytes(Math.max(16, bytes - 700))),
  ])

const PICTURE = { width: 1200, height: 800, quality: 95 }

const makePhoto = (): Buffer => {
  const { width, height, quality } = PICTURE
  const random = createRandom(3)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'wheat'
  context.fillRect(0, 0, width, height)
  for (let count = 0; count < 3000; count++) {
    const radius = (random.next() ** 3 * width) / 6
    context.fillStyle = `hsla(${random.below(360)}, 60%, ${20 + random.below(70)}%, 0.4)`
    context.beginPath()
    context.ellipse(random.below(width), random.below(height), radius, radius / 2, random.next() * 3, 0, 7)
    context.fill()
  }
  return canvas.toBuffer('image/jpeg', quality)
}

export const makePicturePage = (): Buffer => {
  const { width, height } = PICTURE
  const lines = Array.from(
    { length: 19 },
    (_, line) => `BT /F1 9 Tf 40 ${385 - line * 12.5} Td (${'results '.repeat(12)}) Tj ET`,
  )
  return writePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>',
    ),
    pdfStream(`q 515 0 0 343 40 400 cm /Im1 Do Q\n${lines.join('\n')}`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    pdfStream(
      makePhoto(),
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
  ])
}

const BOUNDARY = 'bench-boundary'

export const asUpload = (pdf: Buffer): { headers: Record<string, string>; body: Buffer } => ({
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="reportFile"; filename="bench.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    pdf,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
})
