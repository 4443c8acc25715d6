import { plainText, type Hl7Message } from '../../../platform/hl7/hl7-message.ts'
import { HL7_ERROR, MessageRefusal } from '../../../platform/hl7/message-refusal.ts'

export type FileExtension = 'pdf' | 'jpg' | 'png'

export interface EncapsulatedData {
  begins: FileExtension | undefined
  declared: FileExtension | undefined
  /** As sent. The last component if no file is found. */
  data: string
  isFound: boolean
  description: string
}

const MOST_COMPONENTS = 12
const SIGNATURES: [FileExtension, string][] = [
  ['pdf', 'JVBERi0'],
  ['jpg', '/9j/'],
  ['png', 'iVBORw0KGgo'],
]
const DECLARED: Readonly<Record<string, FileExtension>> = {
  PDF: 'pdf',
  'APPLICATION/PDF': 'pdf',
  JPEG: 'jpg',
  JPG: 'jpg',
  'IMAGE/JPEG': 'jpg',
  PNG: 'png',
  'IMAGE/PNG': 'png',
}
const LONGEST_WORD = 40
const ENDS: Readonly<Record<FileExtension, Buffer>> = {
  pdf: Buffer.from('%%EOF'),
  jpg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND'),
}
const LONGEST_END = 1024
const LATE_HEADER_DIGITS = 1368

const DIGIT = 1
const SPACE = 2
const PADDING = 3
const KINDS = new Uint8Array(256)
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  KINDS[digit.charCodeAt(0)] = DIGIT
for (const space of ' \t\r\n') KINDS[space.charCodeAt(0)] = SPACE
KINDS['='.charCodeAt(0)] = PADDING

const LINE_END = /^(?:\.br|\.sp|X(?:0[AD]){1,2})$/i
const LONGEST_LINE_END = 6

const decodeUnbroken = (text: string): Buffer | undefined => {
  // Node ignores the high byte of other scripts' characters and decodes them as digits.
  if (Buffer.byteLength(text) !== text.length) return undefined
  // Node skips invalid characters, which shortens the result, and accepts `-` and `_`.
  if (text.includes('-') || text.includes('_')) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding > 0 && text.length % 4 !== 0) return undefined
  const digits = text.length - padding
  const rest = digits % 4
  if (rest === 1) return undefined
  const content = Buffer.from(text, 'base64')
  // Encoders set the remaining bits to zero. Other values mean a truncated text.
  const isShortened =
    rest > 0 &&
    padding === 0 &&
    !content.toString('base64', content.length - rest + 1).startsWith(text.slice(-rest))
  if (isShortened) return undefined
  return content.length > 0 && content.length === Math.floor((digits * 3) / 4) ? content : undefined
}

const withoutLineEnds = (text: string, escape: string): string | undefined => {
  const bytes = Buffer.from(text, 'utf8')
  const escapeByte = escape.charCodeAt(0)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const kind = KINDS[byte]
    if (byte === escapeByte) {
      const sequence = bytes.toString('latin1', at + 1, at + 2 + LONGEST_LINE_END)
      const end = sequence.indexOf(escape)
      if (end === -1 || !LINE_END.test(sequence.slice(0, end))) return undefined
      at += end + 1
    } else if (kind === DIGIT || kind === PADDING) {
      bytes[length] = byte
      length += 1
    } else if (kind !== SPACE) return undefined
  }
  return bytes.toString('latin1', 0, length)
}

const endsLike = (extension: FileExtension, content: Buffer) =>
  content.subarray(-LONGEST_END).includes(ENDS[extension])

const invalid = () => new MessageRefusal(HL7_ERROR.dataType, 'The Base64 of OBX-5 is invalid')

/**
 * Node alone would skip invalid characters and damage the file. Without padding, the file must have its trailer,
 * because the text could be truncated.
 */
const decodeWhole = (data: string, extension: FileExtension, escape: string): Buffer => {
  const unbroken = decodeUnbroken(data)
  const digits = unbroken ? data : withoutLineEnds(data, escape)
  const content = unbroken ?? (digits === undefined ? undefined : decodeUnbroken(digits))
  if (!content || (digits && digits.length % 4 !== 0 && !endsLike(extension, content))) throw invalid()
  return content
}

/** Parts are either pieces of one Base64 text or encoded separately. */
const decodeParts = (parts: string[], extension: FileExtension, escape: string): Buffer => {
  const texts = parts.map((part) => withoutLineEnds(part, escape) ?? '')
  const areEncodedAlone = texts.slice(0, -1).some((text) => text.endsWith('='))
  const contents = (areEncodedAlone ? texts : [texts.join('')]).map(decodeUnbroken)
  if (texts.includes('') || contents.includes(undefined)) throw invalid()
  const content = Buffer.concat(contents as Buffer[])
  if (!endsLike(extension, content))
    throw new MessageRefusal(
      HL7_ERROR.dataType,
      'The parts of a report in several OBX or repetitions do not make a whole file',
    )
  return content
}

export const decodeFile = (parts: string[], extension: FileExtension, { delimiters }: Hl7Message): Buffer => {
  const [first = ''] = parts
  return parts.length > 1
    ? decodeParts(parts, extension, delimiters.escape)
    : decodeWhole(first, extension, delimiters.escape)
}

const beginOf = (component: string) => component.slice(0, LONGEST_WORD).trimStart()

const signatureOf = (component: string) =>
  SIGNATURES.find(([, begin]) => beginOf(component).startsWith(begin))?.[0]

/** Viewers accept a PDF with bytes before its header. */
const hasLateHeader = (data: string, escape: string) => {
  const digits = withoutLineEnds(data, escape)?.slice(0, LATE_HEADER_DIGITS) ?? ''
  return Buffer.from(digits, 'base64').includes('%PDF-')
}

/**
 * Reads an OBX-5 of type ED. The standard says `source^type^subtype^Base64^data`. Senders write
 * `^application^PDF^Base64^…`, `^AP^PDF^Base64^…`, `LAB^Image^PDF^Base64^…`, `LAB^PDF^^Base64^…`, `LAB^IM^^Base64^…`,
 * `^^^^…` or the data alone, in any case.
 */
export const readEncapsulated = (value: string, message: Hl7Message): EncapsulatedData => {
  const { component, escape } = message.delimiters
  const components = value.split(component, MOST_COMPONENTS)
  const wordOf = (text: string) => (text.length > LONGEST_WORD ? '' : plainText(text, message).toUpperCase())
  const words = components.map(wordOf)
  const encodingAt = words.indexOf('BASE64')
  const marked = encodingAt === -1 ? -1 : components.findIndex((one, at) => at > encodingAt && one !== '')
  const found = marked === -1 ? components.findIndex((one) => signatureOf(one) !== undefined) : marked
  const last = encodingAt === -1 ? components.findLastIndex((one) => one !== '') : -1
  const dataAt = found === -1 ? last : found
  const data = components[dataAt] ?? ''
  const declared = words.map((word, at) => (at === found ? undefined : DECLARED[word])).find(Boolean)
  const signature = signatureOf(data)
  const isLatePdf = !signature && declared === 'pdf' && found !== -1 && hasLateHeader(data, escape)
  return {
    begins: signature ?? (isLatePdf ? 'pdf' : undefined),
    declared,
    data,
    isFound: found !== -1,
    description: words
      .filter((word, at) => at !== dataAt && word !== '' && word !== 'BASE64')
      .join(component),
  }
}
