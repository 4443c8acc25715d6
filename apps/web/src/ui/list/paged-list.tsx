import { Group, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Pagination, RecordKind } from '@zelab/contract'
import { PAGE_SIZES } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { useActiveInterval } from '../../lib/active-interval.ts'
import { invalidate } from '../../lib/endpoint-query.ts'
import { Hint } from '../display/inline.tsx'
import { Fetched, type Fetching } from './fetched.tsx'
import { PaginationBar } from './pagination-bar.tsx'
import { StableHeight } from './stable-height.tsx'
import * as texts from './texts.ts'

const REFRESH_MS = 60_000

export type Listed<Row> = readonly Row[] | { data: readonly Row[]; pagination?: Pagination }

export interface ListProps<Row> {
  query: Fetching<Listed<Row>>
  /** In place of the rows if there are none. */
  nothing: ReactNode
  onPageChange?: (page: number) => void
  onPageIntent?: (page: number) => void
  pageSize?: { value: number; onChange: (size: number) => void }
  errorAction?: ReactNode
  /** The page announces a count that it also shows. */
  hasOwnCount?: boolean
  /** Records that are refetched once a minute while the user is active, like a counter in the navigation. */
  refreshes?: RecordKind
}

export interface ShownRows<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  isStale: boolean
}

interface PagedListProps<Row> extends ListProps<Row> {
  children: (shown: ShownRows<Row>) => ReactNode
}

/** Rows of any look with their count, pager, and errors. */
export function PagedList<Row>({
  query,
  nothing,
  onPageChange,
  onPageIntent,
  pageSize,
  errorAction,
  hasOwnCount = false,
  refreshes,
  children,
}: PagedListProps<Row>) {
  const client = useQueryClient()
  useActiveInterval(() => refreshes && invalidate(client, [refreshes]), REFRESH_MS, refreshes !== undefined)
  const isStale = query.isPlaceholderData ?? false
  return (
    <Fetched query={query} errorAction={errorAction} skeleton={children({ rows: undefined, isStale: false })}>
      {(answer) => {
        const { data: rows, pagination } = 'data' in answer ? answer : { data: answer }
        const shown = rows.length > 0 ? children({ rows, isStale }) : <Nothing>{nothing}</Nothing>
        return (
          <>
            {pagination && !hasOwnCount && (
              <ResultCount count={pagination.totalItems} isEstimate={pagination.isEstimate} />
            )}
            {pageSize ? (
              <StableHeight pageSize={pageSize.value} isPending={isStale}>
                {shown}
              </StableHeight>
            ) : (
              shown
            )}
            {pagination && onPageChange && (pageSize || pagination.totalPages > 1) && (
              <PaginationBar
                page={pagination.page}
                pageCount={pagination.totalPages}
                onPageChange={onPageChange}
                {...(onPageIntent && { onPageIntent })}
                {...(pageSize && { pageSize: { ...pageSize, choices: PAGE_SIZES } })}
              />
            )}
          </>
        )
      }}
    </Fetched>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return (
    // As tall as one row while it loads.
    <Group px="md" mih="3.75rem">
      <Hint>{children}</Hint>
    </Group>
  )
}

interface ResultCountProps {
  /** Undefined while loading. */
  count: number | undefined
  isEstimate?: boolean | undefined
}

/** Announces the number of records found by a search or filter. */
function ResultCount({ count, isEstimate = false }: ResultCountProps) {
  return (
    <VisuallyHidden role="status">
      {count !== undefined && texts.resultsFound(count, isEstimate)}
    </VisuallyHidden>
  )
}
