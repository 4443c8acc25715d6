import type { SampleFile } from './sample-files.ts'

/** A black square of 16 by 16 points, as JPEG 2000. */
const JPEG_2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAQcHAAAAAAAPY29scgEAAAAAABEAAACKanAyY/9P/1EAKQAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAGAAB/5PfgDgRUFSv9Mh//9k=',
  'base64',
)
/** A black square of 8 by 8 points in fax coding: every line repeats the previous one, then the end marker. */
const FAX = Buffer.from([0xff, 0x00, 0x10, 0x01])

const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream'),
  ])

const OBJECTS: (string | Buffer)[] = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R' +
    '/Resources<</Font<</F 5 0 R>>/XObject<</J 8 0 R/X 9 0 R>>>>>>',
  stream(
    '',
    // The two characters are Chinese for "report".
    Buffer.from(
      'BT /F 40 Tf 20 240 Td <62A5544A> Tj ET q 100 0 0 100 20 20 cm /J Do Q q 100 0 0 100 180 20 cm /X Do Q',
    ),
  ),
  '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>',
  '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/FontDescriptor 7 0 R' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000>>',
  '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]' +
    '/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>',
  stream('/Type/XObject/Subtype/Image/Width 16/Height 16/Filter/JPXDecode', JPEG_2000),
  stream(
    '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray' +
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8/BlackIs1 true>>',
    FAX,
  ),
]

/** A PDF without embedded font and character map, and with images in rare codings. */
export const rarePdf = (): SampleFile => {
  const pieces: Uint8Array[] = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  const size = () => pieces.reduce((sum, { length }) => sum + length, 0)
  OBJECTS.forEach((content, index) => {
    offsets.push(size())
    pieces.push(
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\nendobj\n'),
    )
  })
  const start = size()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return { name: 'rare.pdf', mimeType: 'application/pdf', buffer: Buffer.concat(pieces) }
}
