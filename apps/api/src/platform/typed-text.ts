/** Whether a trigram index can find a text: it indexes groups of three letters or digits. */
export const isIndexed = (typed: string): boolean => (typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3

export const hasLetter = (typed: string): boolean => /\p{L}/u.test(typed)

/** Whether there is a letter or digit at all. */
export const isWord = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)
