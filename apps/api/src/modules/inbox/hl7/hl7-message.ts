import { withoutMarks } from '@zelab/contract'
import { HL7_ERROR, MessageRefusal } from './message-refusal.ts'
import { unescapeText, type Delimiters } from './hl7-escapes.ts'

const MOST_SEGMENTS = 20_000
const MOST_LINE_ENDS = 1_000_000
const MOST_FIELDS = 64
export const MOST_REPETITIONS = 50
const LONGEST_VALUE = 250
/** HL7's way to say that a value is to be deleted. */
const NULL_VALUE = '""'

const malformed = (text: string) => new MessageRefusal(HL7_ERROR.segmentSequence, text)

/** A segment; fields are numbered as in the standard, and empty when the sender left them out. */
export interface Segment {
  name: string
  /** As sent, with escape sequences. */
  field(position: number): string
}

export interface Hl7Message {
  segments: Segment[]
  delimiters: Delimiters
  charset: string
}

/** MSH-1 and MSH-2. Undefined when the text does not begin with a header that can be read. */
const delimitersOf = (text: string): Delimiters | undefined => {
  if (!text.startsWith('MSH')) return undefined
  const field = text.charAt(3)
  const end = text.indexOf(field, 4)
  const encoding = text.slice(4, end === -1 ? text.search(/[\r\n]|$/) : end)
  // A fifth character, for truncated values, was added in version 2.7.
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
      // MSH-1 is the separator itself.
      if (name === 'MSH') return position === 1 ? separator : (fields[position - 1] ?? '')
      return fields[position] ?? ''
    },
  }
}

const NAME = /^[A-Z][A-Z0-9]{2}$/

/** Start and end of each line. Every line end of the message is looked at once. */
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
    // Some senders break Base64 into lines. No such line looks like a segment: its last one has no three characters.
    if (!isSegment && previous?.name === 'OBX') previous.end = end
    else if (!isSegment) throw malformed('A line of the message is not a segment')
    else places.push({ name, start, end })
    if (places.length > MOST_SEGMENTS) throw malformed(`The message has more than ${MOST_SEGMENTS} segments`)
  }
  return places.map(({ start, end }) => segmentOf(text.slice(start, end), separator))
}

/** The header alone: what an answer repeats. */
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

/** A component as sent; the first one is 1. */
export const componentOf = (repetition: string, position: number, { delimiters }: Hl7Message): string =>
  repetition.split(delimiters.component, position)[position - 1] ?? ''

/** One line without control characters, escape sequences, and marks of direction. */
export const plainText = (text: string, { delimiters, charset }: Hl7Message): string =>
  withoutMarks(unescapeText(text, delimiters, charset))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/**
 * The first subcomponent of a component, as text. A longer value than any name or number is refused, because a shortened
 * one could be the name or number of another person.
 */
export const valueOf = (repetition: string, position: number, message: Hl7Message): string => {
  const [first = ''] = componentOf(repetition, position, message).split(message.delimiters.subcomponent, 1)
  if (first === NULL_VALUE) return ''
  if (first.length > LONGEST_VALUE)
    throw new MessageRefusal(HL7_ERROR.dataType, `A value has more than ${LONGEST_VALUE} characters`)
  return plainText(first, message)
}
