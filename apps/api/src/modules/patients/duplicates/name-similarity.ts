const wordsOf = (folded: string): string[] => folded.split(/[\s.,'’`\-_/()]+/).filter((word) => word !== '')

/**
 * Edit distance of two words: insertions, deletions, replacements and swaps of neighboring letters (optimal
 * string alignment).
 */
const editDistance = (one: string, other: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}

const wordSimilarity = (one: string, other: string): number =>
  1 - editDistance(one, other) / Math.max(one.length, other.length)

/**
 * Similarity of a name to a typed text, from 0 to 1: the mean best match over all typed words, so that one
 * good word does not outweigh a bad one. Both texts are folded by `fold_text`.
 */
export const nameSimilarity = (typed: string, name: string): number => similarityTo(typed)(name)

/** Like `nameSimilarity`, for many names: most of their words repeat and are compared once. */
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
