import { editDistance } from '../../../core/edit-distance.ts'

const wordsOf = (folded: string): string[] => folded.split(/[\s.,'’`\-_/()]+/).filter((word) => word !== '')

const wordSimilarity = (one: string, other: string): number =>
  1 - editDistance(one, other) / Math.max(one.length, other.length)

/**
 * From 0 to 1: the mean best match over all typed words, so that one good word does not outweigh a bad one.
 * `fold_text` must have folded both texts.
 */
export const nameSimilarity = (typed: string, name: string): number => similarityTo(typed)(name)

/** Caches words, most of which repeat across names. */
export const similarityTo = (typed: string): ((name: string) => number) => {
  const typedWords = wordsOf(typed).map((word) => ({ word, known: new Map<string, number>() }))
  const similarityOf = ({ word, known }: (typeof typedWords)[number], other: string) => {
    const similarity = known.get(other) ?? wordSimilarity(word, other)
    known.set(other, similarity)
    return similarity
  }
  return (name) => {
    const nameWords = wordsOf(name)
    if (typedWords.length === 0 || nameWords.length === 0) return 0
    const best = typedWords.map((word) => Math.max(...nameWords.map((other) => similarityOf(word, other))))
    return best.reduce((sum, similarity) => sum + similarity, 0) / best.length
  }
}
