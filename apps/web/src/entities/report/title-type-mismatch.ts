import type { ReportTypeChoice } from '../../lib/app-data-store.ts'

/** They are in the names of many types and tell none from another. */
const GENERIC = new Set(
  'and of the for with test tests panel profile report screen study analysis exam examination routine general complete full'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] => {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !GENERIC.has(word))
  return telling.length > 0 ? telling : words
}

/** The share of a type's telling words that a title has. */
const likeness = (title: ReadonlySet<string>, type: string): number => {
  const words = wordsOf(type)
  return words.length === 0 ? 0 : words.filter((word) => title.has(word)).length / words.length
}

/**
 * The other report type that a title names whole, where it does not name the chosen one as well: "Lipid Panel" published
 * as "Complete Blood Count".
 */
export const typeNamedInTitle = (
  title: string,
  chosenId: number,
  types: readonly ReportTypeChoice[],
): ReportTypeChoice | undefined => {
  const words = new Set(wordsOf(title))
  const chosen = types.find(({ id }) => id === chosenId)
  if (!chosen || likeness(words, chosen.title) === 1) return undefined
  return types.find((type) => type.id !== chosenId && type.id !== 0 && likeness(words, type.title) === 1)
}

/** Whether a title was prefilled or is empty, so that another type may replace it. */
export const isPrefilled = (title: string, types: readonly ReportTypeChoice[]): boolean =>
  title.trim() === '' || types.some((type) => type.title === title.trim())

/** The one report type that a file's name names whole; undefined when there are two of equal weight. */
export const typeNamedInFile = (
  fileName: string,
  types: readonly ReportTypeChoice[],
): ReportTypeChoice | undefined => {
  const words = new Set(
    wordsOf(fileName.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')),
  )
  const weightOf = ({ title }: ReportTypeChoice) => wordsOf(title).length
  const named = types
    .filter((type) => type.id !== 0 && likeness(words, type.title) === 1)
    .sort((one, other) => weightOf(other) - weightOf(one))
  const [best, next] = named
  return best && next && weightOf(next) === weightOf(best) ? undefined : best
}
