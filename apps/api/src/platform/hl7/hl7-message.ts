import { withoutMarks } from '@zelab/contract'
import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'
import { unescapeText, type Delimiters } from './hl7-escapes.ts'

const MOST_SEGMENTS = 20_000
const MOST_LINE_ENDS = 1_000_000
const MOST_FIELDS = 64
export const MOST_REPETITIONS = 50
const LONGEST_VALUE = 250
const NULL_VALUE = '""'

const malformed = (text: string) => new MessageRefusal(HL7_ERROR.segmentSequence, text)

/** Fields are numbered as in the standard. Missing ones are empty. */
export interface Segment {
  name: string
  field(position: number): string
}

export interface Hl7Message {
  segments: Segment[]
  delimiters: Delimiters
  charset: string
}

const delimitersOf = (text: string): Delimiters | undefined => {
  if (!text.startsWith('MSH')) return undefined
  const field = text.charAt(3)
  const end = text.indexOf(field, 4)
  const encoding = text.slice(4, end === -1 ? text.search(/[\r\n]|$/) : end)
  // Version 2.7 added a fifth character, for truncated values.
  if (encoding.length < 4 || encoding.length > 5) return undefined
  const [component = '', repetition = '', escape = '', subcomponent = '', truncation] = encoding
  const all = [field, component, repetition, escape, subcomponent]
  const areSigns = all.every((sign) => /^[!-/:-@[-`{-~]$/.test(sign))
  return areSigns && new Set(all).size === all.length
    ? { field, component, repetition, escape, subcomponent, truncation }
    : undefined
}

const segmentOf = (text: string, separator: string): Segment => {
  const name = text.slice(0, 3)
  let fields: string[] | undefined
  return {
    name,
    field(position) {
      fields ??= text.split(separator, MOST_FIELDS)
      if (name === 'MSH') return position === 1 ? separator : (fields[position - 1] ?? '')
      return fields[position] ?? ''
    },
  }
}

const NAME = /^[A-Z][A-Z0-9]{2}$/

function* linesOf(text: string): Generator<[start: number, end: number]> {
  let start = 0
  let cr = -2
  let lf = -2
  let count = 0
  while (start < text.length) {
    count += 1
    if (count > MOST_LINE_ENDS) throw malformed(`The message has more than ${MOST_LINE_ENDS} line ends`)
    if (cr !== -1 && cr < start) cr = text.indexOf('\r', start)
    if (lf !== -1 && lf < start) lf = text.indexOf('\n', start)
    const end = Math.min(cr === -1 ? text.length : cr, lf === -1 ? text.length : lf)
    if (end > start) yield [start, end]
    start = end + 1
  }
}

const splitSegments = (text: string, separator: string): Segment[] => {
  const places: { name: string; start: number; end: number }[] = []
  for (const [start, end] of linesOf(text)) {
    const name = text.slice(start, start + 3)
    const isSegment = NAME.test(name) && (end === start + 3 || text.charAt(start + 3) === separator)
    const previous = places.at(-1)
    // Some senders break Base64 into lines. No such line looks like a segment.
    if (!isSegment && previous?.name === 'OBX') previous.end = end
    else if (!isSegment) throw malformed('A line of the message is not a segment')
    else places.push({ name, start, end })
    if (places.length > MOST_SEGMENTS) throw malformed(`The message has more than ${MOST_SEGMENTS} segments`)
  }
  return places.map(({ start, end }) => segmentOf(text.slice(start, end), separator))
}

export const readHeader = (text: string): { header: Segment; delimiters: Delimiters } | undefined => {
  const delimiters = delimitersOf(text)
  if (!delimiters) return undefined
  const end = text.search(/[\r\n]|$/)
  return { header: segmentOf(text.slice(0, end), delimiters.field), delimiters }
}

export const parseMessage = (text: string, charset: string): Hl7Message => {
  const delimiters = delimitersOf(text)
  if (!delimiters) throw malformed('The message does not begin with an MSH segment')
  const segments = splitSegments(text, delimiters.field)
  if (segments.filter(({ name }) => name === 'MSH').length > 1)
    throw malformed('The message contains another message')
  return { segments, delimiters, charset }
}

export const repetitionsOf = (field: string, { delimiters }: Hl7Message): string[] =>
  field
    .split(delimiters.repetition, MOST_REPETITIONS)
    .filter((repetition) => repetition !== '' && repetition !== NULL_VALUE)

export const componentOf = (repetition: string, position: number, { delimiters }: Hl7Message): string =>
  repetition.split(delimiters.component, position)[position - 1] ?? ''

/** One line without control characters, escape sequences and direction marks. */
export const plainText = (text: string, { delimiters, charset }: Hl7Message): string =>
  withoutMarks(unescapeText(text, delimiters, charset))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const firstSubcomponent = (repetition: string, position: number, message: Hl7Message): string => {
  const [first = ''] = componentOf(repetition, position, message).split(message.delimiters.subcomponent, 1)
  return first === NULL_VALUE ? '' : first
}

/** Reads a component of a text that may be shortened or left out. */
export const textOf = (repetition: string, position: number, message: Hl7Message): string =>
  plainText(firstSubcomponent(repetition, position, message), message)

/** Like `textOf`. Throws on a value longer than any name or number, because a shortened one could match another person. */
export const valueOf = (repetition: string, position: number, message: Hl7Message): string => {
  if (firstSubcomponent(repetition, position, message).length > LONGEST_VALUE)
    throw new MessageRefusal(HL7_ERROR.dataType, `A value has more than ${LONGEST_VALUE} characters`)
  return textOf(repetition, position, message)
}

/** The first component of the first repetition. */
export const firstOf = (field: string, message: Hl7Message): string => repetitionsOf(field, message)[0] ?? ''
