import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Isolated } from '../display/inline.tsx'
import type { Column } from './data-table.tsx'
import { DataTable, groupedRows, type RowGroups } from './data-table.tsx'
import { useIsPhoneWidth } from '../layout/window.ts'
import cards from '../list/list.module.css'
import classes from './data-table.module.css'
import type { RowTarget } from '../list/row-link.tsx'
import { RowLink } from '../list/row-link.tsx'

interface RecordTableProps<Row> {
  /** Accessible name of the table or list. */
  label: string
  columns: readonly Column<Row>[]
  /** Ids of the visible columns; null for all. A column without an id stays. */
  visibleColumns?: readonly string[] | null
  /** Defaults to the cells, stacked. */
  renderCard?: (row: Row) => ReactNode
  /** Name of a default card. */
  cardLabel?: (row: Row) => string
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => number | string
  /** Makes the row or card a link; see DataTable. */
  rowTarget?: ((row: Row) => RowTarget) | undefined
  skeletonRows: number
  skeletonLines?: 1 | 2 | 3
  isStale?: boolean
  groups?: RowGroups<Row>
}

export function RecordTable<Row>({ visibleColumns, ...table }: RecordTableProps<Row>) {
  const isPhone = useIsPhoneWidth()
  if (isPhone) return <RecordCards {...table} />
  const { renderCard: _, cardLabel: __, columns, ...rest } = table
  return (
    <div className={classes.recordTable}>
      <DataTable
        {...rest}
        columns={columns.filter(({ id }) => !id || !visibleColumns || visibleColumns.includes(id))}
      />
    </div>
  )
}

function RecordCards<Row>({
  label,
  columns,
  cardLabel,
  rows,
  rowKey,
  rowTarget,
  renderCard,
  skeletonRows,
  isStale,
  groups,
}: RecordTableProps<Row>) {
  return (
    <ul
      className={cards.records}
      aria-label={label}
      aria-busy={rows === undefined || isStale}
      data-stale={isStale || undefined}
    >
      {groupedRows(rows, groups).flatMap((group) => [
        group.heading && (
          <li key={group.key} className={cards.record}>
            {group.heading}
          </li>
        ),
        ...group.rows.map((row) => (
          <li
            key={rowKey(row)}
            className={`${cards.record} ${cards.card}`}
            data-link={rowTarget !== undefined}
          >
            {rowTarget && <RowLink target={rowTarget(row)} />}
            {renderCard ? (
              renderCard(row)
            ) : (
              <DefaultCard columns={columns} row={row} label={cardLabel?.(row)} />
            )}
          </li>
        )),
      ])}
      {!rows &&
        Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className={`${cards.record} ${cards.card}`} data-testid="skeleton-row">
            <Skeleton height="1rem" width="55%" />
            <Skeleton height="0.75rem" width="80%" mt="sm" />
            <Skeleton height="0.75rem" width="65%" mt="xs" />
            <Skeleton height="2.25rem" mt="md" />
          </li>
        ))}
    </ul>
  )
}

interface DefaultCardProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
  label: string | undefined
}

function DefaultCard<Row>({ columns, row, label }: DefaultCardProps<Row>) {
  return (
    <Stack component="article" gap={4} align="start" aria-label={label}>
      {columns.map(({ header, isRowHeader, isOnCard, cell }) => {
        if (isOnCard === false) return null
        return (
          <Text key={header} component="div" {...(isRowHeader ? { fw: 500 } : { c: 'dimmed', size: 'sm' })}>
            {isOnCard === 'labeled' && `${header}: `}
            <Isolated>{cell(row)}</Isolated>
          </Text>
        )
      })}
    </Stack>
  )
}
