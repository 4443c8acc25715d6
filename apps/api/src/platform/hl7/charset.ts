import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'

const NAMES: Readonly<Record<string, string>> = {
  ASCII: 'ascii',
  USASCII: 'ascii',
  UTF8: 'utf-8',
  UNICODE: 'utf-8',
  UNICODEUTF8: 'utf-8',
  '88591': 'iso-8859-1',
  ISO88591: 'iso-8859-1',
  LATIN1: 'iso-8859-1',
  '88596': 'iso-8859-6',
  ISO88596: 'iso-8859-6',
  '885915': 'iso-8859-15',
  ISO885915: 'iso-8859-15',
  LATIN9: 'iso-8859-15',
  WINDOWS1252: 'windows-1252',
  CP1252: 'windows-1252',
  ANSI: 'windows-1252',
  WINDOWS1256: 'windows-1256',
  CP1256: 'windows-1256',
}

const normalized = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

const isAscii = (bytes: Buffer) => {
  for (const byte of bytes) if (byte > 0x7f) return false
  return true
}

const undecodable = (charset: string) =>
  new MessageRefusal(HL7_ERROR.dataType, `The message is not encoded in ${charset}, check MSH-18`)

/**
 * The override of the source, else MSH-18, else UTF-8.
 * @param declared the first repetition of MSH-18
 */
export const charsetOf = ({ override, declared }: { override: string | null; declared: string }): string => {
  if (override !== null) return override
  if (declared.trim() === '') return 'utf-8'
  const known = NAMES[normalized(declared)]
  if (known === undefined)
    throw new MessageRefusal(HL7_ERROR.valueNotFound, 'The character set of MSH-18 is not supported')
  return known
}

/** Throws on undecodable bytes: a replaced character in a name or identifier could match another person. */
export const decodeText = (bytes: Buffer, charset: string): string => {
  // The label `ascii` of TextDecoder means windows-1252, which accepts every byte.
  if (charset === 'ascii') {
    if (!isAscii(bytes)) throw undecodable('ASCII')
    return bytes.toString('latin1')
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw undecodable(charset.toUpperCase())
  }
}
