import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msh, obr, obx, PATIENT, PDF_BASE64, PRESENT, segments } from '../../../testing/hl7-messages.ts'
import { charsetOf, decodeText } from '../../../platform/hl7/charset.ts'
import { unescapeText } from '../../../platform/hl7/hl7-escapes.ts'
import { parseMessage } from '../../../platform/hl7/hl7-message.ts'
import { MessageRefusal } from '../../../platform/hl7/message-refusal.ts'
import { resultDocuments } from './result-documents.ts'

const read = (...lines: string[]) => resultDocuments(parseMessage(segments(...lines), 'utf-8'), 'M1', PRESENT)
const statedBy = (pid: string) => read(msh(), pid, obr(), obx())[0]?.stated
const withFile = (value: string) => read(msh(), PATIENT, obr(), obx(value))
describe('the character set of an HL7 message', () => {
  it.each([
    ['', 'utf-8'],
    ['UNICODE UTF-8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
    ['8859/1', 'iso-8859-1'],
    ['ISO-8859-6', 'iso-8859-6'],
    ['8859/15', 'iso-8859-15'],
    ['WINDOWS-1256', 'windows-1256'],
    ['cp1252', 'windows-1252'],
    ['ASCII', 'ascii'],
  ])('follows %s in MSH-18 [INBOX-65]', (declared, charset) => {
    expect(charsetOf({ override: null, declared })).toBe(charset)
  })

  it('comes from the source if set [INBOX-65]', () => {
    expect(charsetOf({ override: 'windows-1256', declared: 'ASCII' })).toBe('windows-1256')
  })

  it('causes a refusal if unknown, and bytes that do not fit are never replaced [INBOX-65]', () => {
    expect(() => charsetOf({ override: null, declared: 'ISO IR87' })).toThrow(MessageRefusal)
    for (const [bytes, charset] of [
      [[0xc7, 0xe1], 'utf-8'],
      [[0xe9], 'ascii'],
      [[0xa1], 'iso-8859-6'],
    ] as const)
      expect(() => decodeText(Buffer.from(bytes), charset)).toThrow('check MSH-18')
  })

  it.each([
    ['windows-1256', [0xd3, 0xe1, 0xe3, 0xec], 'سلمى'],
    ['iso-8859-6', [0xd3, 0xe4, 0xe5, 0xe9], 'سلمى'],
    ['iso-8859-1', [0xe9], 'é'],
    ['utf-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
  ] as const)('decodes %s [INBOX-65]', (charset, bytes, text) => {
    expect(decodeText(Buffer.from(bytes), charset)).toBe(text)
  })
})

describe('the syntax of an HL7 message', () => {
  it.each(['\r', '\n', '\r\n'])('ends segments with %j [INBOX-66]', (end) => {
    const text = [msh(), PATIENT, obr(), obx()].join(end)
    expect(resultDocuments(parseMessage(text, 'utf-8'), 'M1', PRESENT)).toHaveLength(1)
  })

  it('takes the delimiters from the header [INBOX-66]', () => {
    const text = segments(msh(), PATIENT, obr(), obx())
    const other: Record<string, string> = { '|': '!', '^': '*', '~': '%', '\\': '?', '&': '#' }
    const translated = [...text].map((sign) => other[sign] ?? sign).join('')
    expect(resultDocuments(parseMessage(translated, 'utf-8'), 'M1', PRESENT)).toMatchObject([
      { title: 'Complete blood count', stated: { names: ['Salma Noor Haddad'], emrIds: ['4711'] } },
    ])
  })

  it.each(['MSH', 'MSH|', 'MSH|^~\\&', 'MSH|^^~&|', 'MSHA^~\\&A', 'PID|1', '', 'FHS|^~\\&|'])(
    'needs a header that can be read: %j [INBOX-66]',
    (text) => expect(() => resultDocuments(parseMessage(text, 'utf-8'), '', PRESENT)).toThrow(MessageRefusal),
  )

  it('refuses lines that are no segments and a message inside another [INBOX-66]', () => {
    expect(() => read(msh(), 'no segment', PATIENT, obr(), obx())).toThrow('not a segment')
    expect(() => read(msh(), PATIENT, obr(), obx(), msh(), PATIENT)).toThrow('another message')
  })

  it('replaces each escape sequence once [INBOX-66]', () => {
    const delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }
    const unescaped = (text: string) => unescapeText(text, delimiters, 'windows-1256')
    expect(unescaped(String.raw`a\F\b\S\c\R\d\T\e\E\f\.br\g\X0D0A\h\XC7\i`)).toBe('a|b^c~d&e\\f\ng\r\nhاi')
    expect(unescaped(String.raw`\E\F\E\ \Z9\ \X1\ \F`)).toBe(String.raw`\F\ \Z9\ \X1\ \F`)
    expect(unescaped(String.raw`1\2\F\3`)).toBe(String.raw`1\2|3`)
  })

  it('takes time in proportion to the length [INBOX-78]', () => {
    const mega = 1024 * 1024
    const started = performance.now()
    for (const filler of [
      '\\',
      '\\E',
      '\\X',
      '|',
      '~',
      '^',
      '&',
      '\r',
      '\n',
      '=',
      ' ',
      '\\.br',
      'OBX\r',
      '\\\\E\\',
    ]) {
      const long = filler.repeat((8 * mega) / filler.length)
      try {
        withFile(`^application^PDF^Base64^${long}`)
        statedBy(`PID|1||${long}`)
      } catch (error) {
        expect(error).toBeInstanceOf(MessageRefusal)
      }
    }
    // Quadratic time would take hours.
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  it('never fails otherwise than by a refusal [INBOX-78]', () => {
    const sign = fc.constantFrom(...'|^~\\&\r\n\u0000XFSRTE.br"=0aAا '.split(''))
    const piece = fc.oneof(
      fc.constantFrom(msh(), PATIENT, obr(), obx(), 'PID', 'OBX|1|ED|', 'MSH|', '\r', PDF_BASE64),
      fc.array(sign, { maxLength: 30 }).map((signs) => signs.join('')),
      fc.string({ maxLength: 30 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const start of ['', `${msh()}\r`])
          try {
            resultDocuments(parseMessage(start + pieces.join(''), 'utf-8'), 'M1', PRESENT)
          } catch (error) {
            expect(error).toBeInstanceOf(MessageRefusal)
          }
      }),
      { numRuns: 2000 },
    )
  })
})
