/** What somebody typed, with the digits of Arabic keyboards as those that numbers are stored with. */
export const withLatinDigits = (typed: string): string =>
  typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** Whether a trigram index can find a text: it knows groups of three letters or digits. */
export const isIndexed = (typed: string): boolean => (typed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3

export const hasLetter = (typed: string): boolean => /\p{L}/u.test(typed)

/** Whether there is a letter or digit at all. */
export const isWord = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)
