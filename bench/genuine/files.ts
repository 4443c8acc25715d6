import { createCanvas } from '@napi-rs/canvas'
import { pdfStream, writePdf } from '../sample-pdf.ts'
import { createRandom } from '../seed/random.ts'

interface Size {
  width: number
  height: number
}

/** A JPEG image of at most about this many bytes, with shades and edges like a photo. */
export const makePhoto = ({ width, height, bytes }: Size & { bytes: number }): Buffer => {
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
  // The best quality that fits.
  let [low, high] = [1, 100]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (canvas.toBuffer('image/jpeg', middle).length > bytes) high = middle
    else low = middle
  }
  return canvas.toBuffer('image/jpeg', low)
}

const PAGE = { width: 595, height: 842, margin: 40 }
const LINE = { height: 12.5, characters: 96 }
/** Above the corners in which a stamp may be. */
const CORNERS_END = 150

/** Lines of a table from a height down to another one. */
const linesOf = (from: number, to: number): string => {
  const random = createRandom(4)
  const letter = () => String.fromCharCode(97 + random.below(26))
  const lines: string[] = []
  for (let y = from; y > to; y -= LINE.height) {
    const words = Array.from({ length: LINE.characters }, (_, at) => (at % 8 === 7 ? ' ' : letter())).join('')
    lines.push(`BT /F1 9 Tf ${PAGE.margin} ${y} Td (${words}) Tj ET`)
  }
  return lines.join('\n')
}

/** A PDF of pages with these contents, a font and a picture. */
const documentOf = (contents: readonly string[], picture?: { jpeg: Buffer } & Size): Buffer => {
  const first = picture ? 5 : 4
  const pages = contents.map((_, index) => first + 2 * index)
  const resources = `/Resources << /Font << /F1 3 0 R >>${picture ? ' /XObject << /Im1 4 0 R >>' : ''} >>`
  return writePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...(picture
      ? [
          pdfStream(
            picture.jpeg,
            `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
          ),
        ]
      : []),
    ...contents.flatMap((content, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${first + 2 * index + 1} 0 R ${resources} >>`,
      ),
      pdfStream(content),
    ]),
  ])
}

const PICTURE = { width: 1200, height: 800, bytes: 193_000 }

/** A page of about 200 kB with a picture; a full page has text in its corners as well. */
export const makePicturePage = ({ isFull }: { isFull: boolean }): Buffer => {
  const shown = `q 515 0 0 343 ${PAGE.margin} 400 cm /Im1 Do Q`
  const text = `${linesOf(800, 750)}\n${linesOf(385, isFull ? 20 : CORNERS_END)}`
  return documentOf([`${shown}\n${text}`], { jpeg: makePhoto(PICTURE), ...PICTURE })
}

/** Pages of text, about 200 kB; the corners of the first page are empty or have text. */
export const makeTextPages = ({ count, isFull }: { count: number; isFull: boolean }): Buffer => {
  const page = linesOf(800, 105)
  return documentOf(
    Array.from({ length: count }, (_, index) => (index > 0 ? page : linesOf(800, isFull ? 20 : CORNERS_END))),
  )
}
