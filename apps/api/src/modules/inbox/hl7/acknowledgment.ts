import { randomBytes } from 'node:crypto'
import { readHeader } from '../../../platform/hl7/hl7-message.ts'
import { HL7_ERROR } from '../../../platform/hl7/message-refusal.ts'

export interface Answer {
  /** Accepted, error (send again), or rejected for good. */
  code: 'AA' | 'AE' | 'AR'
  text: string | null
  /** HL7 table 0357. */
  errorCode?: string | undefined
}

const HEADER_BYTES = 4096
const LONGEST_FIELD = 250
const LONGEST_TEXT = 200
const DEFAULT_HEADER = 'MSH|^~\\&||||||||||2.5'

const hasErrorSegmentOf25 = (version: string) => !/^2\.[0-4](?!\d)/.test(version)

const timestamp = (now: Date) => `${now.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`

/** Repeats header fields byte for byte, so that they keep their character set and escape sequences. Texts are ASCII. */
export const acknowledgment = (message: Buffer, answer: Answer, now: Date): Buffer => {
  const start = message.toString('latin1', 0, HEADER_BYTES).replace(/^(?:\u00ef\u00bb\u00bf)?[\r\n]*/, '')
  const { header, delimiters } = readHeader(start) ?? readHeader(DEFAULT_HEADER) ?? unreachable()
  const { field: separator, component, repetition, escape, subcomponent } = delimiters
  const copy = (position: number) => header.field(position).slice(0, LONGEST_FIELD)

  const escaped = (text: string) =>
    [...text.slice(0, LONGEST_TEXT)]
      .map((sign) => {
        const index = [separator, component, repetition, subcomponent, escape].indexOf(sign)
        if (index !== -1) return `${escape}${'FSRTE'.charAt(index)}${escape}`
        if (sign === '’') return "'"
        return sign >= ' ' && sign <= '~' ? sign : '?'
      })
      .join('')

  const trigger = copy(9).split(component)[1] || 'R01'
  const version = copy(12) || '2.5'
  const msh = [
    'MSH',
    header.field(2),
    copy(5),
    copy(6),
    copy(3),
    copy(4),
    timestamp(now),
    '',
    ['ACK', trigger, 'ACK'].join(component),
    randomBytes(10).toString('hex'),
    copy(11) || 'P',
    version,
    ...['', '', '', '', ''],
    copy(18),
  ]
  const text = answer.text === null ? '' : escaped(answer.text)
  const segments = [msh, ['MSA', answer.code, copy(10), text]]
  if (answer.code !== 'AA') {
    const error = [answer.errorCode ?? HL7_ERROR.applicationError, text, 'HL70357']
    segments.push(
      hasErrorSegmentOf25(version)
        ? ['ERR', '', '', error.join(component), 'E', '', '', '', text]
        : ['ERR', ['', '', '', error.join(subcomponent)].join(component)],
    )
  }
  const lines = segments.map((fields) => `${fields.join(separator).replace(/[\r\n]/g, ' ')}\r`)
  return Buffer.from(lines.join(''), 'latin1')
}

const unreachable = (): never => {
  throw new Error('The default header cannot be read')
}
