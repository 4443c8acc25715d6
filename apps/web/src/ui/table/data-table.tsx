import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SortState } from './sort-header.tsx'
import { SortHeader } from './sort-header.tsx'
import classes from './data-table.module.css'
import type { RowTarget } from './row-link.tsx'
import { followRowLink, RowLink } from './row-link.tsx'
import { type GridPlace, gridPlaceOf, tracksOf } from './shared-lines.ts'
import { useTableDensity } from './density-toggle.tsx'

export interface Column<Row, Id extends string = string> {
  /** Where the user chooses the columns. */
  id?: Id
  header: string
  cell: (row: Row) => ReactNode
  /** A CSS width; the browser shares out what is left. */
  width?: string
  align?: 'start' | 'end'
  /** Figures that stand below one another, in digits of one width. */
  isNumeric?: boolean
  /** Where room is short, 3 leaves first, then 2. Without it the column stays. Not for columns of the specification. */
  priority?: 2 | 3
  /** The header of the column that it goes below where room is short, so that both stay in sight. */
  below?: string
  /** The width of its track there; 1fr without. */
  track?: string
  sort?: SortState
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => number | string
  /**
   * Makes the whole row a link for the pointer. One cell has the same link in words, for the keyboard and screen
   * readers.
   */
  rowTarget?: ((row: Row) => RowTarget) | undefined
  skeletonRows: number
  /** Lines of text in a typical row, so that skeleton rows have the height of the rows to come. */
  skeletonLines?: 1 | 2 | 3
  /** Dims the rows of the earlier page while the next one loads. */
  isStale?: boolean
}

/** A dense table whose head stays in sight. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowTarget,
  skeletonRows,
  skeletonLines = 1,
  isStale = false,
}: DataTableProps<Row>) {
  const isCompact = useTableDensity((state) => state.isCompact)
  const tracks = tracksOf(columns)
  const lineStyle = { gridTemplateColumns: tracks }
  const placeOf = tracks === undefined ? undefined : (column: Column<Row>) => gridPlaceOf(column, columns)
  return (
    <div className={classes.frame}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        className={classes.scroller}
        data-compact={isCompact || undefined}
        data-shared={tracks !== undefined || undefined}
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        <table className={classes.table} aria-label={label} aria-busy={rows === undefined || isStale}>
          <thead>
            <tr style={lineStyle}>
              {columns.map((column) => (
                <SortHeader key={column.header} column={column} place={placeOf?.(column)} />
              ))}
            </tr>
          </thead>
          <tbody data-stale={isStale || undefined}>
            {rows?.map((row) => (
              <tr
                key={rowKey(row)}
                style={lineStyle}
                data-link={rowTarget !== undefined}
                onClick={rowTarget && followRowLink}
              >
                {columns.map((column, index) => (
                  <td
                    key={column.header}
                    style={placeOf?.(column)}
                    data-line={placeOf?.(column).gridRow}
                    data-align={column.align}
                    data-numeric={column.isNumeric}
                    data-priority={column.priority}
                  >
                    {index === 0 && rowTarget && <RowLink target={rowTarget(row)} />}
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {!rows && (
              <SkeletonRows
                count={skeletonRows}
                columns={columns}
                lines={skeletonLines}
                placeOf={placeOf}
                lineStyle={lineStyle}
              />
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface SkeletonRowsProps<Row> {
  count: number
  columns: readonly Column<Row>[]
  lines: number
  placeOf: ((column: Column<Row>) => GridPlace) | undefined
  lineStyle: { gridTemplateColumns: string | undefined }
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function SkeletonRows<Row>({ count, columns, lines, placeOf, lineStyle }: SkeletonRowsProps<Row>) {
  return times(count).map((row) => (
    <tr key={row} style={lineStyle} data-testid="skeleton-row">
      {columns.map((column) => (
        <td key={column.header} style={placeOf?.(column)} data-priority={column.priority}>
          {times(lines).map((line) => (
            <Skeleton
              key={line}
              className={classes.skeleton}
              height="0.75rem"
              width={line === 0 ? '75%' : '50%'}
            />
          ))}
        </td>
      ))}
    </tr>
  ))
}
