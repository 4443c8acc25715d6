import type { ReportTypeChoice } from '../../lib/app-data-store.ts'

/** Words that occur in many type names and do not distinguish them. */
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

/** Share of a type's distinctive words that the title contains. */
const likeness = (title: ReadonlySet<string>, type: string): number => {
  const words = wordsOf(type)
  return words.length === 0 ? 0 : words.filter((word) => title.has(word)).length / words.length
}

/** The other type that a title names in full, such as "Lipid Panel" under "Complete Blood Count". */
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

/** True when the title is empty or a type's name, so that choosing another type may replace it. */
export const isPrefilled = (title: string, types: readonly ReportTypeChoice[]): boolean =>
  title.trim() === '' || types.some((type) => type.title === title.trim())

/** The report type that a file name contains in full; undefined when two types match equally well. */
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
