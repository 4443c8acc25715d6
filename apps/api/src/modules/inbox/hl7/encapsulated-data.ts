import { plainText, type Hl7Message } from './hl7-message.ts'
import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'

export type FileExtension = 'pdf' | 'jpg' | 'png'

/** The value of an OBX-5: a file, a part of one, or other data. */
export interface EncapsulatedData {
  /** The kind of file that the data begins like; undefined for a later part of a file. */
  begins: FileExtension | undefined
  declared: FileExtension | undefined
  /** As sent; the last component where none is found. */
  data: string
  /** A component is marked as Base64 or begins like a file. */
  isFound: boolean
  /** What the value says of its data. */
  description: string
}

const MOST_COMPONENTS = 12
/** How the Base64 of each kind of file begins. */
const SIGNATURES: [FileExtension, string][] = [
  ['pdf', 'JVBERi0'],
  ['jpg', '/9j/'],
  ['png', 'iVBORw0KGgo'],
]
/** What components say of the kind of file, in any of them and in any case. */
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
/** How files end, within their last bytes. */
const ENDS: Readonly<Record<FileExtension, Buffer>> = {
  pdf: Buffer.from('%%EOF'),
  jpg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND'),
}
const LONGEST_END = 1024
/** Of the first 1,024 bytes. */
const LATE_HEADER_DIGITS = 1368

/** What a byte is in Base64; all others are none. */
const DIGIT = 1
const SPACE = 2
const PADDING = 3
const KINDS = new Uint8Array(256)
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  KINDS[digit.charCodeAt(0)] = DIGIT
for (const space of ' \t\r\n') KINDS[space.charCodeAt(0)] = SPACE
KINDS['='.charCodeAt(0)] = PADDING

/** Escape sequences that stand for the end of a line. */
const LINE_END = /^(?:\.br|\.sp|X(?:0[AD]){1,2})$/i
const LONGEST_LINE_END = 6

/** Decodes what is Base64 from the first to the last character, with or without padding; undefined otherwise. */
const decodeUnbroken = (text: string): Buffer | undefined => {
  // Node takes other scripts' letters for digits: only the lower half of their code counts.
  if (Buffer.byteLength(text) !== text.length) return undefined
  // It skips other characters, which shortens the result, and accepts these two.
  if (text.includes('-') || text.includes('_')) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding > 0 && text.length % 4 !== 0) return undefined
  const digits = text.length - padding
  const rest = digits % 4
  if (rest === 1) return undefined
  const content = Buffer.from(text, 'base64')
  // An encoder leaves no bits over: such a text was shortened.
  const isShortened =
    rest > 0 &&
    padding === 0 &&
    !content.toString('base64', content.length - rest + 1).startsWith(text.slice(-rest))
  if (isShortened) return undefined
  return content.length > 0 && content.length === Math.floor((digits * 3) / 4) ? content : undefined
}

/** Removes white space and line ends in one pass; undefined when there is anything else that is no Base64. */
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

/** Whether a file ends as its kind does. */
const endsLike = (extension: FileExtension, content: Buffer) =>
  content.subarray(-LONGEST_END).includes(ENDS[extension])

const invalid = () => new MessageRefusal(HL7_ERROR.dataType, 'The Base64 of OBX-5 is invalid')

/**
 * Decodes Base64 with white space and escaped line ends, and refuses anything else: Node alone would skip it, which
 * damages the file. Without its padding, a file must end as its kind does, because the text could have been shortened.
 */
const decodeWhole = (data: string, extension: FileExtension, escape: string): Buffer => {
  const unbroken = decodeUnbroken(data)
  const digits = unbroken ? data : withoutLineEnds(data, escape)
  const content = unbroken ?? (digits === undefined ? undefined : decodeUnbroken(digits))
  if (!content || (digits && digits.length % 4 !== 0 && !endsLike(extension, content))) throw invalid()
  return content
}

/** Decodes parts that are either pieces of one Base64 text or each encoded by itself. */
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

/** Viewers accept a PDF whose header comes after other bytes. */
const hasLateHeader = (data: string, escape: string) => {
  const digits = withoutLineEnds(data, escape)?.slice(0, LATE_HEADER_DIGITS) ?? ''
  return Buffer.from(digits, 'base64').includes('%PDF-')
}

/**
 * Reads an OBX-5 with the value type ED. The standard has `source^type^subtype^Base64^data`; senders write
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
