const wordsOf = (text: string): string[] => text.trim().toLowerCase().split(/\s+/)

/** Whether every typed word begins a word of the label; no word at all is in all of them. */
export const matchesWords = (label: string, typed: string): boolean => {
  const words = wordsOf(label)
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)))
}
