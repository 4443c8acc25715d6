import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import type { CodesResult, CodesTask } from './inspection.ts'
import { drawPicture, type PictureSize } from './page-drawing.ts'

const MOST_CODES = 10
const MOST_CHARACTERS = 200
/** At 200 dpi the bars of a small label are two pixels wide. Pictures are only scaled down. */
const SIZE: PictureSize = {
  width: 2400,
  mostHeight: 2400,
  mostScale: { pdf: 200 / 72, picture: 1 },
  isWithoutText: true,
}
/** Photos are rotated and unevenly lit, and their codes are often small. */
const OPTIONS: ReaderOptions = {
  formats: [
    'QRCode',
    'MicroQRCode',
    'DataMatrix',
    'PDF417',
    'Aztec',
    'Code128',
    'Code39',
    'Code93',
    'Codabar',
    'ITF',
    'EAN13',
    'EAN8',
    'UPCA',
    'UPCE',
  ],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  maxNumberOfSymbols: 20,
  textMode: 'Plain',
}

/** The package would otherwise download its WebAssembly. */
const loadReader = async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const program = await readFile(file)
  const { buffer, byteOffset, byteLength } = program
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
let loading: Promise<void> | undefined

const isPrintable = (text: string) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u.test(text)

export const readPageCodes = async ({ mediaType, content }: CodesTask): Promise<CodesResult> => {
  try {
    const picture = await drawPicture({ mediaType, content }, SIZE)
    if (!picture) return { codes: [] }
    await (loading ??= loadReader())
    const found = await readBarcodes(picture, OPTIONS)
    const texts = found.map(({ text }) => text.trim())
    const usable = texts.filter((text) => text !== '' && text.length <= MOST_CHARACTERS && isPrintable(text))
    return { codes: [...new Set(usable)].slice(0, MOST_CODES) }
  } catch {
    return { codes: [] }
  }
}
