const TITLES = new Set(
  'mr mrs ms miss mx master dr prof professor eng sheikh sheikha sir madam baby capt captain'.split(' '),
)
/** Particles may be written apart, with a hyphen or joined with the next word. */
const PARTICLES = new Set(['al', 'el', 'abd', 'abu', 'bin', 'ibn', 'van', 'de', 'von', 'mc'])

const wordsOf = (name: string): string[] => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
  const joined: string[] = []
  let particle = ''
  for (const word of words) {
    if (PARTICLES.has(word)) particle += word
    else {
      joined.push(particle + word)
      particle = ''
    }
  }
  return particle ? [...joined, particle] : joined
}

const isLatin = (words: string[]) => words.every((word) => /^\p{Script=Latin}+$/u.test(word))

const agree = (one: string, other: string) =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))

const isPartOf = (shorter: string[], longer: string[]) => {
  const left = [...longer]
  return shorter.every((word) => {
    const index = left.findIndex((other) => agree(word, other))
    if (index === -1) return false
    left.splice(index, 1)
    return true
  })
}

/**
 * Ignores order, case, accents, titles, initials and missing middle names. Names in different scripts cannot be
 * compared.
 */
export const compareNames = (one: string, other: string): 'same' | 'different' | 'unknown' => {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  if (first.length === 0 || second.length === 0 || isLatin(first) !== isLatin(second)) return 'unknown'
  // Longer words first, so that an initial does not take a word that another one needs.
  const byLength = (words: string[]) => words.toSorted((a, b) => b.length - a.length)
  const [shorter, longer] = first.length <= second.length ? [first, second] : [second, first]
  const isSame =
    isPartOf(byLength(shorter), byLength(longer)) || first.toSorted().join('') === second.toSorted().join('')
  return isSame ? 'same' : 'different'
}

/** Names that cannot be compared count as the same. */
export const isSameName = (one: string, other: string): boolean => compareNames(one, other) !== 'different'
