const SPACE = new Set([0, 9, 10, 12, 13, 32])
const code = (character: string) => character.charCodeAt(0)
const DELIMITERS = new Set([...'()<>[]{}/%'].map(code))
const [BACKSLASH, OPEN, CLOSE, LESS, GREATER, PERCENT] = [...'\\()<>%'].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
]

/** Strings may contain balanced parentheses. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let depth = 0
  let at = start
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === OPEN) depth += 1
    else if (byte === CLOSE && --depth === 0) return at + 1
  }
  return at
}

const endOfImage = (bytes: Uint8Array, start: number): number => {
  for (let at = start; at + 2 < bytes.length; at++) {
    if (bytes[at + 1] !== code('E') || bytes[at + 2] !== code('I') || !SPACE.has(bytes[at] ?? 0)) continue
    if (at + 3 === bytes.length || SPACE.has(bytes[at + 3] ?? 0)) return at + 3
  }
  return bytes.length
}

const wordsOf = function* (bytes: Uint8Array): Generator<string> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byte === OPEN) at = endOfString(bytes, at)
    else if (byte === PERCENT) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1
    } else if (byte === LESS && bytes[at + 1] !== LESS) {
      while (at < bytes.length && bytes[at] !== GREATER) at += 1
      at += 1
    } else if (SPACE.has(byte) || (DELIMITERS.has(byte) && byte !== code('/'))) at += 1
    else {
      const start = at++
      while (at < bytes.length && !SPACE.has(bytes[at] ?? 0) && !DELIMITERS.has(bytes[at] ?? 0)) at += 1
      const word = at - start <= 2 ? String.fromCharCode(...bytes.subarray(start, at)) : ''
      if (word === 'ID') at = endOfImage(bytes, at)
      yield word
    }
  }
}

/**
 * Counts unclosed graphics states and text objects. Undefined if the content closes more than it opens, because
 * viewers differ then.
 */
export const openStatesOf = (content: Uint8Array): { states: number; isInText: boolean } | undefined => {
  let states = 0
  let isInText = false
  for (const word of wordsOf(content)) {
    if (word === 'q') states += 1
    else if (word === 'Q' && --states < 0) return undefined
    else if (word === 'BT') isInText = true
    else if (word === 'ET') isInText = false
  }
  return { states, isInText }
}
