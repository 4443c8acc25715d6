import { plainText, type Hl7Message } from './hl7-message.ts'
import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'

export type FileExtension = 'pdf' | 'jpg' | 'png'

export interface EncapsulatedFile {
  extension: FileExtension
  content: Buffer
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

/** Decodes what is Base64 from the first to the last character; undefined otherwise. */
const decodeUnbroken = (text: string): Buffer | undefined => {
  // Node takes other scripts' letters for digits: only the lower half of their code counts.
  if (Buffer.byteLength(text) !== text.length) return undefined
  // It skips other characters, which shortens the result, and accepts these two.
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const content = Buffer.from(text, 'base64')
  return content.length > 0 && content.length === (text.length / 4) * 3 - padding ? content : undefined
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

/**
 * Decodes Base64 with its padding, white space and escaped line ends; undefined when there is anything else. Node alone
 * would skip it, which damages the file instead of refusing it.
 */
const decodeBase64 = (text: string, escape: string): Buffer | undefined => {
  const unbroken = decodeUnbroken(text)
  if (unbroken) return unbroken
  const digits = withoutLineEnds(text, escape)
  return digits === undefined ? undefined : decodeUnbroken(digits)
}

const beginOf = (component: string) => component.slice(0, LONGEST_WORD).trimStart()

const signatureOf = (component: string) =>
  SIGNATURES.find(([, begin]) => beginOf(component).startsWith(begin))?.[0]

/** The component that contains the file: the one after `Base64`, or one that begins like such a file. */
const dataOf = (components: string[], encodingAt: number): string => {
  const after = encodingAt === -1 ? undefined : components.slice(encodingAt + 1).find((one) => one !== '')
  return after ?? components.find((one) => signatureOf(one) !== undefined) ?? ''
}

/**
 * The file of an OBX-5 with the value type ED. The standard has `source^type^subtype^Base64^data`; senders write
 * `^application^PDF^Base64^…`, `^AP^PDF^Base64^…`, `LAB^Image^PDF^Base64^…`, `LAB^PDF^^Base64^…`, `LAB^IM^^Base64^…`,
 * `^^^^…` or the data alone, in any case. Undefined for other kinds of data.
 */
export const encapsulatedFile = (value: string, message: Hl7Message): EncapsulatedFile | undefined => {
  const { component, escape } = message.delimiters
  const components = value.split(component, MOST_COMPONENTS)
  const wordOf = (text: string) => (text.length > LONGEST_WORD ? '' : plainText(text, message).toUpperCase())
  const words = components.map(wordOf)
  const encodingAt = words.indexOf('BASE64')
  const data = dataOf(components, encodingAt)
  const declared = words.map((word) => DECLARED[word]).find(Boolean)
  const extension = signatureOf(data) ?? declared
  if (extension === undefined) return undefined
  if (data === '') throw new MessageRefusal(HL7_ERROR.dataType, 'OBX-5 has no file in Base64')
  const content = decodeBase64(data, escape)
  if (!content) throw new MessageRefusal(HL7_ERROR.dataType, 'The Base64 of OBX-5 is invalid')
  return { extension, content }
}
