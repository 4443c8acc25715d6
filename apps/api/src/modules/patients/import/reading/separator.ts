import { fieldOfColumn } from './columns.ts'

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_NAMES: Record<Separator, string> = SEPARATORS
const CANDIDATES = Object.keys(SEPARATORS) as Separator[]

/** Declares the separator to spreadsheets, which do not count this line as a row. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n?/i

const cellsOfFirstRow = (text: string, separator: Separator): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += character
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (cell.trim() !== '' || cells.some((one) => one.trim() !== '')) break
      cells.length = 0
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/**
 * Prefers the separator with the most known columns in the first row, then with the most cells.
 * @param beginning the first characters of the file
 */
export const detectSeparator = (beginning: string): { separator: Separator; skip: number } => {
  const declared = SEPARATOR_LINE.exec(beginning)
  if (declared) return { separator: declared[1] as Separator, skip: declared[0].length }
  const scores = CANDIDATES.map((separator) => {
    const cells = cellsOfFirstRow(beginning, separator)
    return { separator, known: cells.filter(fieldOfColumn).length, cells: cells.length }
  })
  const [best] = scores.sort((a, b) => b.known - a.known || b.cells - a.cells)
  return { separator: best?.separator ?? ',', skip: 0 }
}
