import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

interface Piece {
  text: string
  left: number
  right: number
  baseline: number
  size: number
}

export const MAX_PIECES = 20_000

const pieceOf = (item: TextItem): Piece => {
  const [, , skew = 0, height = 0, left = 0, baseline = 0] = item.transform as number[]
  return {
    text: item.str,
    left,
    right: left + item.width,
    baseline,
    size: Math.hypot(skew, height) || item.height || 10,
  }
}

const linesOf = (pieces: Piece[]): Piece[][] => {
  const lines: Piece[][] = []
  for (const piece of pieces.toSorted((one, other) => other.baseline - one.baseline)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && Math.abs(first.baseline - piece.baseline) < piece.size * 0.4) line.push(piece)
    else lines.push([piece])
  }
  return lines
}

/** A wider gap, in letter heights, separates two columns. */
const COLUMN_GAP = 1.2
const WORD_GAP = 0.15

const columnsOf = (line: Piece[]): string[] => {
  const columns: string[] = []
  let previous: Piece | undefined
  for (const piece of line.toSorted((one, other) => one.left - other.left)) {
    const gap = previous ? (piece.left - previous.right) / piece.size : Infinity
    if (gap > COLUMN_GAP) columns.push(piece.text)
    else columns.push(`${columns.pop() ?? ''}${gap > WORD_GAP ? ' ' : ''}${piece.text}`)
    previous = piece
  }
  return columns
}

/**
 * Splits a page's text in reading order at line ends and wide gaps: 'Name: A. B.' next to 'Born: …' makes two
 * segments.
 */
export const segmentsOf = (items: readonly (TextItem | TextMarkedContent)[]): string[] => {
  const pieces = items
    .slice(0, MAX_PIECES)
    .filter((item): item is TextItem => 'str' in item && item.str.trim() !== '')
    .map(pieceOf)
  return linesOf(pieces)
    .flatMap(columnsOf)
    .flatMap((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').split(/\s{3,}/))
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
