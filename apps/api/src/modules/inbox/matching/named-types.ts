/** Words separated by single spaces; ignores case, diacritics, and punctuation. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Types with the longest title that one of the texts contains as whole words. Several are ambiguous. */
export const typesNamedIn = <Type extends { title: string }>(
  texts: readonly string[],
  types: readonly Type[],
): Type[] => {
  const read = texts.map(wordsOf)
  let longest = 0
  let named: Type[] = []
  for (const type of types) {
    const title = wordsOf(type.title)
    const { length } = title.trim()
    if (length === 0 || length < longest || !read.some((text) => text.includes(title))) continue
    named = length > longest ? [type] : [...named, type]
    longest = length
  }
  return named
}
