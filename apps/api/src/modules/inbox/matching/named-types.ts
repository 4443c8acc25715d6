/** Words separated by single spaces; ignores case, diacritics, and punctuation. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Finds the types with the longest title that one of the texts contains as whole words. Several are ambiguous. */
export const namedTypeFinder = <Type extends { title: string }>(types: readonly Type[]) => {
  const titled = types
    .map((type) => ({ type, words: wordsOf(type.title) }))
    .filter(({ words }) => words.trim() !== '')
  return (texts: readonly string[]): Type[] => {
    const read = texts.map(wordsOf)
    const named = titled.filter(({ words }) => read.some((text) => text.includes(words)))
    const longest = Math.max(...named.map(({ words }) => words.length))
    return named.filter(({ words }) => words.length === longest).map(({ type }) => type)
  }
}

export interface SortingRule {
  field: 'text' | 'fileName' | 'any'
  contains: string
  reportTypeId: number
  title: string
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the index of the first matching rule, or -1. Ignores case and spacing. */
export const findRule = (
  rules: readonly Pick<SortingRule, 'field' | 'contains'>[],
  file: { fileName: string; text: string },
): number => {
  const texts = { text: plain(file.text), fileName: plain(file.fileName) }
  return rules.findIndex(({ field, contains }) => field === 'any' || texts[field].includes(plain(contains)))
}
