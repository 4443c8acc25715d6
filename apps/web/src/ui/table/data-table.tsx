import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Isolated } from '../display/inline.tsx'
import type { SortState } from './sort-header.tsx'
import { SortHeader } from './sort-header.tsx'
import classes from './data-table.module.css'
import type { RowTarget } from '../list/row-link.tsx'
import { followRowLink, RowLink } from '../list/row-link.tsx'
import { type GridPlace, gridPlaceOf, tracksOf } from './shared-lines.ts'
import { useTableDensity } from './table-menu.tsx'

export interface Column<Row, Id extends string = string> {
  /** Needed when the user can hide the column. */
  id?: Id
  header: string
  cell: (row: Row) => ReactNode
  /** A CSS width; columns without one share the rest. */
  width?: string
  align?: 'start' | 'end'
  /** Figures in a column, with tabular digits. */
  isNumeric?: boolean
  /** In narrow windows 3 is hidden first, then 2. Not for specified columns. */
  priority?: 2 | 3
  /** Header of the column whose track it shares in a narrow table. */
  below?: string
  /** Width of its track in a narrow table, 1fr by default. */
  track?: string
  sort?: SortState
  /** Order by a control outside the table. */
  sortedBy?: SortState['order']
  /** Names the row for screen readers. */
  isRowHeader?: boolean
  /** Left out of the default card of a phone, or with its header before it. */
  isOnCard?: false | 'labeled'
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => number | string
  /** Makes the row clickable. One cell repeats the link for keyboard and screen readers. */
  rowTarget?: ((row: Row) => RowTarget) | undefined
  skeletonRows: number
  /** Text lines of a typical row, for the height of skeleton rows. */
  skeletonLines?: 1 | 2 | 3
  /** Dims the previous rows while the next page loads. */
  isStale?: boolean
  groups?: RowGroups<Row> | undefined
}

/** Headings above rows that follow each other. */
export interface RowGroups<Row> {
  groupOf: (row: Row) => string
  heading: (first: Row) => ReactNode
}

export const groupedRows = <Row,>(
  rows: readonly Row[] | undefined,
  groups: RowGroups<Row> | undefined,
): { key: string; heading: ReactNode; rows: readonly Row[] }[] => {
  if (!groups || !rows) return [{ key: '', heading: undefined, rows: rows ?? [] }]
  return [...new Set(rows.map(groups.groupOf))].map((key) => {
    const members = rows.filter((row) => groups.groupOf(row) === key)
    return { key, heading: members[0] && groups.heading(members[0]), rows: members }
  })
}

export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowTarget,
  skeletonRows,
  skeletonLines = 1,
  isStale = false,
  groups,
}: DataTableProps<Row>) {
  const isCompact = useTableDensity((state) => state.isCompact)
  const tracks = tracksOf(columns)
  const lineStyle = { gridTemplateColumns: tracks }
  const placeOf = tracks === undefined ? undefined : (column: Column<Row>) => gridPlaceOf(column, columns)
  return (
    <div className={classes.frame}>
      {/* A scroll area must be focusable for keyboard users. */}
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
          {groupedRows(rows, groups).map((group) => (
            <tbody key={group.key} data-stale={isStale || undefined}>
              {group.heading && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length} className={classes.group}>
                    {group.heading}
                  </th>
                </tr>
              )}
              {group.rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  style={lineStyle}
                  data-link={rowTarget !== undefined}
                  onClick={rowTarget && followRowLink}
                >
                  {columns.map((column, index) => (
                    <td
                      key={column.header}
                      role={column.isRowHeader ? 'rowheader' : undefined}
                      style={placeOf?.(column)}
                      data-line={placeOf?.(column).gridRow}
                      data-align={column.align}
                      data-numeric={column.isNumeric}
                      data-priority={column.priority}
                    >
                      {index === 0 && rowTarget && <RowLink target={rowTarget(row)} />}
                      <Isolated>{column.cell(row)}</Isolated>
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
          ))}
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
            <Skeleton key={line} my={4} height="0.75rem" width={line === 0 ? '75%' : '50%'} />
          ))}
        </td>
      ))}
    </tr>
  ))
}
