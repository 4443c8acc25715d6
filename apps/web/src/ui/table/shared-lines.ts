import type { CSSProperties } from 'react'

interface PlacedColumn {
  header: string
  below?: string
  track?: string
}

/** Has an effect only where a narrow table is laid out as a grid. */
export type GridPlace = Pick<CSSProperties, 'gridColumn' | 'gridRow'>

/** The columns with a separate track: the others go below one of them, if it is shown. */
const topColumns = <Column extends PlacedColumn>(columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ below }) => !columns.some(({ header }) => header === below))

/** The grid of a narrow table with columns that share tracks; undefined for one without. */
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
