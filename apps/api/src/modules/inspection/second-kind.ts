import { fileTypeFromBuffer } from 'file-type'

const HTML = /<(!doctype\s+html|html|head|body|script|svg|iframe|\?php)\b/i
/** Viewers search for a PDF header up to this offset. */
const PDF_HEADER_WITHIN = 1024
const ZIP_END_LENGTH = 22
const ZIP_COMMENT_MAX = 0xffff
/** A shell script, an ID3 tag, which the library skips, or markup, in which browsers skip blanks. */
const OTHER_BEGINNING = /^(#!|ID3|(\xef\xbb\xbf)?[\s\0]*<[!?/a-z])/i
const TAR_MAGIC = { at: 257, text: 'ustar' }
const BLANKS = /^[\s\0]*$/

/** A ZIP archive is located from its end, so the end record must match the bytes around it. */
const isZip = (file: Buffer): boolean => {
  const earliest = Math.max(0, file.length - ZIP_END_LENGTH - ZIP_COMMENT_MAX)
  let at = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  while (at >= earliest) {
    if (at + ZIP_END_LENGTH <= file.length) {
      const directory = at - file.readUInt32LE(at + 12)
      const isEmpty = directory === at
      const hasDirectory =
        directory >= 0 && file.toString('latin1', directory, directory + 4) === 'PK\x01\x02'
      if (isEmpty || hasDirectory) return true
    }
    if (at === 0) return false
    at = file.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return false
}

export const findPdfHeader = (file: Buffer): number =>
  file.subarray(0, PDF_HEADER_WITHIN).indexOf('%PDF-', 0, 'latin1')

const startsAnotherKind = async (tail: Buffer): Promise<boolean> => {
  const start = tail.findIndex((byte) => ![0, 9, 10, 12, 13, 32].includes(byte))
  return start !== -1 && (await fileTypeFromBuffer(tail.subarray(start))) !== undefined
}

export const contains = (bytes: Buffer, pattern: RegExp): boolean => {
  const WINDOW = 1 << 20
  const OVERLAP = 64
  for (let at = 0; at < bytes.length; at += WINDOW)
    if (pattern.test(bytes.toString('latin1', at, at + WINDOW + OVERLAP))) return true
  return false
}

const NEW_LINES = [10, 13]

/** A header on a separate line starts another PDF. Incremental updates have none. */
const hasSecondHeader = (file: Buffer, first: number): boolean => {
  let at = file.indexOf('%PDF-', first + 1, 'latin1')
  while (at !== -1) {
    if (NEW_LINES.includes(file.readUInt8(at - 1))) return true
    at = file.indexOf('%PDF-', at + 1, 'latin1')
  }
  return false
}

/**
 * True if programs could interpret the file as another type.
 * @param end the end of the file according to its own type
 */
export const isTwoKinds = async (file: Buffer, kind: 'pdf' | 'image', end: number): Promise<boolean> => {
  const head = file.toString('latin1', 0, PDF_HEADER_WITHIN)
  const header = findPdfHeader(file)
  if ((kind === 'pdf') === (header === -1)) return true
  if (OTHER_BEGINNING.test(head) || HTML.test(head)) return true
  if (head.slice(TAR_MAGIC.at).startsWith(TAR_MAGIC.text) || isZip(file)) return true
  if (kind === 'pdf' && hasSecondHeader(file, header)) return true
  const tail = file.subarray(end)
  if (tail.length <= PDF_HEADER_WITHIN && BLANKS.test(tail.toString('latin1'))) return false
  return contains(tail, HTML) || tail.includes('%PDF-') || (await startsAnotherKind(tail))
}
