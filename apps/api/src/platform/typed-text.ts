/** A trigram index needs three letters or digits. */
export const isIndexed = (typed: string): boolean => (typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3

export const hasLetter = (typed: string): boolean => /\p{L}/u.test(typed)

export const isWord = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)
