import type { CSSProperties } from 'react'

interface PlacedColumn {
  header: string
  below?: string
  track?: string
}

/** Takes effect only in a narrow table, which is a grid. */
export type GridPlace = Pick<CSSProperties, 'gridColumn' | 'gridRow'>

/** Columns with a track; others share one of these, if visible. */
const topColumns = <Column extends PlacedColumn>(columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ below }) => !columns.some(({ header }) => header === below))

/** Grid of a narrow table with shared tracks; undefined without any. */
export const tracksOf = (columns: readonly PlacedColumn[]): string | undefined => {
  const top = topColumns(columns)
  if (top.length === columns.length) return undefined
  return top.map(({ track = '1fr' }) => `minmax(0, ${track})`).join(' ')
}

export const gridPlaceOf = (column: PlacedColumn, columns: readonly PlacedColumn[]): GridPlace => {
  const top = topColumns(columns)
  const isBelow = !top.includes(column)
  const isShared = columns.some(({ below }) => below === column.header)
  const track = top.findIndex((one) => (isBelow ? one.header === column.below : one === column))
  return { gridColumn: track + 1, gridRow: isBelow ? 2 : isShared ? 1 : '1 / 3' }
}
