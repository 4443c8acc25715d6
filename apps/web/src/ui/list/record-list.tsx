import { Group, Skeleton, Text } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import { AnchorLink } from '../actions/links.tsx'
import { type ListProps, PagedList, type ShownRows } from './paged-list.tsx'
import classes from './list.module.css'
import { followRowLink, RowLink, type RowTarget } from './row-link.tsx'

interface RecordRowsProps<Row> extends ShownRows<Row> {
  /** Accessible name of the list. */
  label: string
  skeletonRows?: number
  /** A list that scrolls within its card: up to a limit, or always this many pixels high. */
  isScrolling?: boolean | number
  /** A `RecordItem` with its key for each row. */
  children: (row: Row, index: number, rows: readonly Row[]) => ReactNode
}

type RecordListProps<Row> = ListProps<Row> & Omit<RecordRowsProps<Row>, keyof ShownRows<Row>>

/** A list of records of any kind; a table is for columns. */
export function RecordList<Row>({
  label,
  skeletonRows,
  isScrolling,
  children,
  ...list
}: RecordListProps<Row>) {
  return (
    <PagedList {...list}>
      {(shown) => (
        <RecordRows
          {...shown}
          label={label}
          {...(skeletonRows && { skeletonRows })}
          {...(isScrolling && { isScrolling })}
        >
          {children}
        </RecordRows>
      )}
    </PagedList>
  )
}

/** Rows that come with something else. */
export function RecordRows<Row>({
  label,
  rows,
  isStale,
  skeletonRows = 3,
  isScrolling = false,
  children,
}: RecordRowsProps<Row>) {
  return (
    <ul
      className={classes.records}
      aria-label={label}
      aria-busy={rows === undefined || isStale}
      data-stale={isStale || undefined}
      // A scroll area must be focusable for keyboard users.
      {...(isScrolling !== false && { 'data-scrolls': true, tabIndex: 0 })}
      {...(typeof isScrolling === 'number' && { style: { blockSize: isScrolling, maxBlockSize: 'none' } })}
    >
      {rows?.map(children) ??
        Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className={classes.record} data-testid="skeleton-row">
            <Skeleton height="2.25rem" />
          </li>
        ))}
    </ul>
  )
}

interface RecordItemProps {
  /** Makes the row a link; the name repeats it for keyboard and screen readers. */
  target?: RowTarget | undefined
  selection?: ReactNode
  name: ReactNode
  /** Behind the name. */
  tags?: ReactNode
  /** At the end of the row. */
  badges?: ReactNode
  actions?: ReactNode
  isCurrent?: boolean
  /** Lines below the name: `Facts`, or anything. */
  children?: ReactNode
}

export function RecordItem({
  target,
  selection,
  name,
  tags,
  badges,
  actions,
  isCurrent,
  children,
}: RecordItemProps) {
  return (
    <li
      className={classes.record}
      data-link={target !== undefined}
      aria-current={isCurrent || undefined}
      onClick={target && followRowLink}
    >
      {target && <RowLink target={target} />}
      {selection}
      <div className={classes.main}>
        <Group gap="0 var(--mantine-spacing-xs)" fw={500}>
          {target ? (
            <AnchorLink {...target} inherit>
              {name}
            </AnchorLink>
          ) : (
            name
          )}
          {tags}
        </Group>
        {children}
      </div>
      {badges && <Group gap="xs">{badges}</Group>}
      {actions && <Group gap="xs">{actions}</Group>}
    </li>
  )
}

const isBlank = (fact: unknown): boolean => typeof fact === 'string' && fact.trim() === ''

/** One secondary line, its parts separated by dots; blank ones are left out. */
export function Facts({ children }: { children: ReactNode }) {
  const facts = Children.toArray(children).filter((fact) => !isBlank(fact))
  if (facts.length === 0) return null
  return (
    <Text component="div" c="dimmed" size="sm">
      {facts.flatMap((fact, index) => (index === 0 ? [fact] : [' · ', fact]))}
    </Text>
  )
}
