export interface Delimiters {
  field: string
  component: string
  repetition: string
  escape: string
  subcomponent: string
  truncation?: string | undefined
}

const LONGEST_SEQUENCE = 256

const bytesAsText = (digits: string, charset: string): string | undefined => {
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return undefined
  const bytes = Buffer.from(digits, 'hex')
  // Invalid bytes become U+FFFD, which matches no name or number.
  return new TextDecoder(charset).decode(bytes)
}

const meaningOf = (sequence: string, delimiters: Delimiters, charset: string): string | undefined => {
  switch (sequence) {
    case 'F':
      return delimiters.field
    case 'S':
      return delimiters.component
    case 'R':
      return delimiters.repetition
    case 'T':
      return delimiters.subcomponent
    case 'E':
      return delimiters.escape
    case 'P':
      return delimiters.truncation
    case '.br':
    case '.sp':
      return '\n'
    case 'H':
    case 'N':
      return ''
    default:
      return sequence.startsWith('X') ? bytesAsText(sequence.slice(1), charset) : undefined
  }
}

/** Replaces each escape sequence once and keeps unknown ones. Takes linear time. */
export const unescapeText = (text: string, delimiters: Delimiters, charset: string): string => {
  const { escape } = delimiters
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf(escape, at)
    const end = start === -1 ? -1 : text.indexOf(escape, start + 1)
    if (end === -1) break
    const isShort = end - start <= LONGEST_SEQUENCE
    const meaning = isShort ? meaningOf(text.slice(start + 1, end), delimiters, charset) : undefined
    if (meaning === undefined) parts.push(text.slice(at, end))
    else parts.push(text.slice(at, start), meaning)
    at = meaning === undefined ? end : end + 1
  }
  return at === 0 ? text : parts.join('') + text.slice(at)
}
