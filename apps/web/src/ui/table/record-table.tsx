import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from './data-table.tsx'
import { DataTable } from './data-table.tsx'
import { useIsPhoneWidth } from '../layout/phone-width.ts'
import classes from './record-table.module.css'
import type { RowTarget } from './row-link.tsx'
import { RowLink } from './row-link.tsx'

interface RecordTableProps<Row> {
  /** Accessible name of the table or list. */
  label: string
  columns: readonly Column<Row>[]
  /** Ids of the visible columns; null for all. A column without an id stays. */
  visibleColumns?: readonly string[] | null
  renderCard: (row: Row) => ReactNode
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => number | string
  /** Makes the row or card a link; see DataTable. */
  rowTarget?: ((row: Row) => RowTarget) | undefined
  skeletonRows: number
  skeletonLines?: 1 | 2 | 3
  isStale?: boolean
}

export function RecordTable<Row>({ visibleColumns, ...table }: RecordTableProps<Row>) {
  const isPhone = useIsPhoneWidth()
  if (isPhone) return <RecordCards {...table} />
  const { renderCard: _, columns, ...rest } = table
  return (
    <div className={classes.table}>
      <DataTable
        {...rest}
        columns={columns.filter(({ id }) => !id || !visibleColumns || visibleColumns.includes(id))}
      />
    </div>
  )
}

function RecordCards<Row>({
  label,
  rows,
  rowKey,
  rowTarget,
  renderCard,
  skeletonRows,
  isStale,
}: RecordTableProps<Row>) {
  return (
    <ul
      className={classes.cards}
      aria-label={label}
      aria-busy={rows === undefined || isStale}
      data-stale={isStale || undefined}
    >
      {rows?.map((row) => (
        <li key={rowKey(row)} className={classes.card} data-link={rowTarget !== undefined}>
          {rowTarget && <RowLink target={rowTarget(row)} />}
          {renderCard(row)}
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className={classes.card} data-testid="skeleton-row">
            <Skeleton height="1rem" width="55%" />
            <Skeleton height="0.75rem" width="80%" mt="sm" />
            <Skeleton height="0.75rem" width="65%" mt="xs" />
            <Skeleton height="2.25rem" mt="md" />
          </li>
        ))}
    </ul>
  )
}
