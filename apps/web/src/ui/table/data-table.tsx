import { Skeleton, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SortState } from './sort-header.tsx'
import { SortHeader } from './sort-header.tsx'
import classes from './data-table.module.css'
import { useTableDensity } from './table-density.ts'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** A CSS width; the browser shares out what is left. */
  width?: string
  align?: 'start' | 'end'
  sort?: SortState
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => number | string
  skeletonRows: number
  /** Lines of text in a typical row, so that skeleton rows have the height of the rows to come. */
  skeletonLines?: 1 | 2 | 3
  /** Dims the rows of the earlier page while the next one loads. */
  isStale?: boolean
  minWidth?: string
}

/** A dense table. It scrolls sideways inside itself when the window is narrower than `minWidth`. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  skeletonRows,
  skeletonLines = 1,
  isStale = false,
  minWidth = '48rem',
}: DataTableProps<Row>) {
  const isCompact = useTableDensity((state) => state.isCompact)
  return (
    // Focusable, so that the keyboard can scroll it.
    <div
      className={classes.scroller}
      data-compact={isCompact || undefined}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      <Table
        className={classes.table}
        style={{ minInlineSize: minWidth }}
        aria-label={label}
        aria-busy={rows === undefined || isStale}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <SortHeader key={column.header} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-stale={isStale || undefined}>
          {rows?.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.header} data-align={column.align}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          {!rows && <SkeletonRows count={skeletonRows} columns={columns.length} lines={skeletonLines} />}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface SkeletonRowsProps {
  count: number
  columns: number
  lines: number
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function SkeletonRows({ count, columns, lines }: SkeletonRowsProps) {
  return times(count).map((row) => (
    <Table.Tr key={row} data-testid="skeleton-row">
      {times(columns).map((column) => (
        <Table.Td key={column}>
          {times(lines).map((line) => (
            <Skeleton
              key={line}
              className={classes.skeleton}
              height="0.75rem"
              width={line === 0 ? '75%' : '50%'}
            />
          ))}
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
