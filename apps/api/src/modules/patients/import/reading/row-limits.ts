import type { Separator } from './separator.ts'

export const MAX_CELLS = 1_000

export class TooManyCellsError extends Error {
  readonly rowNumber: number

  constructor(rowNumber: number) {
    super(`Row ${rowNumber} has too many cells`)
    this.name = 'TooManyCellsError'
    this.rowNumber = rowNumber
  }
}

/**
 * Counts cells before the parser creates an object for each: a megabyte of separators makes a million cells. Handles
 * quotation marks like the parser.
 */
export const createCellLimit = (separator: Separator): ((text: string) => void) => {
  const separatorCode = separator.charCodeAt(0)
  const QUOTE = 34
  const SPACE = 32
  let cells = 1
  let row = 1
  let state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let wasReturn = false
  return (text) => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const isQuote = code === QUOTE
      if (state === 'quoted') {
        if (isQuote) state = 'quote'
      } else if (isQuote && state !== 'plain') state = 'quoted'
      else if (code === separatorCode) {
        state = 'start'
        cells += 1
        if (cells > MAX_CELLS) throw new TooManyCellsError(row)
      } else if (code === 10 || code === 13) {
        if (code === 13 || !wasReturn) row += 1
        state = 'start'
        cells = 1
      } else if (state !== 'start' || code !== SPACE) state = 'plain'
      wasReturn = code === 13
    }
  }
}
