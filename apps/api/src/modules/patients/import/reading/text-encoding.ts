export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' | 'Windows-1256'

/** Signatures of files sent instead of a CSV file: PDF, ZIP (XLSX), XLS, pictures, RTF, GZIP. */
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
/** Above this percentage of control characters, the file is treated as binary. */
const BINARY_PERCENT = 5
const ENOUGH_WORDS = 5000

const isAsciiLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isPlainControl = (byte: number) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d

/**
 * Detects the text encoding from a byte stream. Of the two Windows encodings the one with plausible words
 * wins: Western words mix accented and plain letters, Arabic words have no plain letters.
 */
export class EncodingDetector {
  private beginning = Buffer.alloc(0)
  private length = 0
  private nulAtEven = 0
  private nulAtOdd = 0
  private controls = 0
  private unreadable = 0
  private beyondAscii = 0
  private westernWords = 0
  private arabicWords = 0
  private word = { plain: 0, high: 0 }
  private readonly utf8 = new TextDecoder('utf-8')

  add(chunk: Buffer): void {
    if (this.beginning.length < 4) this.beginning = Buffer.concat([this.beginning, chunk.subarray(0, 4)])
    this.countCharacters(this.utf8.decode(chunk, { stream: true }))
    for (const byte of chunk) {
      if (byte < 0x20) this.countControl(byte)
      if (byte >= 0x80) this.word.high += 1
      else if (isAsciiLetter(byte)) this.word.plain += 1
      else if (this.word.high > 0 || this.word.plain > 0) this.endWord()
      this.length += 1
    }
  }

  /** Undefined when the bytes are not text. */
  result(): TextEncoding | undefined {
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
    // A few invalid bytes do not rule out UTF-8: the affected cells are reported.
    if (this.unreadable * 4 <= this.beyondAscii) return 'UTF-8'
    return this.arabicWords > this.westernWords ? 'Windows-1256' : 'Windows-1252'
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
    const { plain, high } = this.word
    if (this.westernWords + this.arabicWords < ENOUGH_WORDS) {
      if (plain > 0 && high > 0) this.westernWords += 1
      else if (high > 1) this.arabicWords += 1
    }
    this.word = { plain: 0, high: 0 }
  }
}

/** Decodes the text without a byte order mark; invalid bytes become U+FFFD. */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  // Always streaming: Node decodes Windows-1252 as Latin-1 in a single call.
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
