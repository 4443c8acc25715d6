import { IMPORT_ENCODINGS, type ImportEncoding } from '@zelab/contract'
import {
  decodeLegacy,
  detectLegacyEncoding,
  isLegacyEncoding,
  type LegacyEncoding,
} from '../../../../core/legacy-encoding.ts'

const LEGACY = IMPORT_ENCODINGS.filter((one): one is ImportEncoding & LegacyEncoding => isLegacyEncoding(one))

/** Signatures of other files: PDF, ZIP (XLSX), XLS, pictures, RTF, GZIP. */
const BINARY_BEGINNINGS = [
  '25504446',
  '504b0304',
  'd0cf11e0',
  '89504e47',
  'ffd8ff',
  '47494638',
  '7b5c7274',
  '1f8b',
]
/** Above this percentage of control characters, the file is binary. */
const BINARY_PERCENT = 5
const ENOUGH_WORDS = 5000
const LONGEST_WORD = 40

const isAsciiLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isPlainControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d

export class EncodingDetector {
  private beginning = Buffer.alloc(0)
  private length = 0
  private nulAtEven = 0
  private nulAtOdd = 0
  private controls = 0
  private unreadable = 0
  private beyondAscii = 0
  private readonly words = new Set<string>()
  private word: number[] = []
  private readonly utf8 = new TextDecoder('utf-8')

  add(chunk: Buffer): void {
    if (this.beginning.length < 4) this.beginning = Buffer.concat([this.beginning, chunk.subarray(0, 4)])
    this.countCharacters(this.utf8.decode(chunk, { stream: true }))
    for (const byte of chunk) {
      if (byte < 0x20) this.countControl(byte)
      if (byte >= 0x80 || isAsciiLetter(byte)) {
        if (this.word.length <= LONGEST_WORD) this.word.push(byte)
      } else if (this.word.length > 0) this.endWord()
      this.length += 1
    }
  }

  result(): { encoding: ImportEncoding; isCertain: boolean } | undefined {
    const unicode = this.unicode()
    if (unicode === undefined) return undefined
    if (unicode !== 'other') return { encoding: unicode, isCertain: true }
    const { encoding, isCertain } = detectLegacyEncoding(
      [...this.words].map((word) => Buffer.from(word, 'latin1')),
      LEGACY,
    )
    return { encoding: encoding as ImportEncoding, isCertain }
  }

  private unicode(): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'other' | undefined {
    this.countCharacters(this.utf8.decode())
    this.endWord()
    const begins = (hex: string) => this.beginning.subarray(0, hex.length / 2).toString('hex') === hex
    if (BINARY_BEGINNINGS.some(begins)) return undefined
    if (begins('efbbbf')) return 'UTF-8'
    if (begins('fffe')) return 'UTF-16LE'
    if (begins('feff')) return 'UTF-16BE'
    // In UTF-16, half of the bytes of digits and separators, common in any table, are NUL.
    if (this.nulAtOdd * 10 > this.length && this.nulAtEven * 10 < this.nulAtOdd) return 'UTF-16LE'
    if (this.nulAtEven * 10 > this.length && this.nulAtOdd * 10 < this.nulAtEven) return 'UTF-16BE'
    if (this.controls * 100 > this.length * BINARY_PERCENT) return undefined
    // A few invalid bytes do not rule out UTF-8, because the affected cells are reported.
    if (this.unreadable * 4 <= this.beyondAscii) return 'UTF-8'
    return 'other'
  }

  private countControl(byte: number) {
    if (isPlainControl(byte)) this.controls += 1
    if (byte !== 0) return
    if (this.length % 2 === 0) this.nulAtEven += 1
    else this.nulAtOdd += 1
  }

  private countCharacters(text: string) {
    const marks = text.match(/\ufffd/g)?.length ?? 0
    this.unreadable += marks
    // oxlint-disable-next-line no-control-regex -- ASCII begins with the control characters
    this.beyondAscii += (text.match(/[^\u0000-\u007f]/gu)?.length ?? 0) - marks
  }

  private endWord() {
    const word = this.word
    this.word = []
    if (this.words.size >= ENOUGH_WORDS || word.length < 2 || word.length > LONGEST_WORD) return
    if (word.some((byte) => byte >= 0x80)) this.words.add(Buffer.from(word).toString('latin1'))
  }
}

export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  if (isLegacyEncoding(encoding)) {
    for await (const chunk of chunks) yield decodeLegacy(chunk, encoding)
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
