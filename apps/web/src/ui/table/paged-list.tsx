import type { UseQueryResult } from '@tanstack/react-query'
import type { Pagination } from '@zelab/contract'
import { DEFAULT_PAGE, PAGE_SIZES } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { PaginationBar } from './pagination-bar.tsx'
import { ResultCount } from './result-count.tsx'

interface PagedListProps {
  list: Pick<UseQueryResult<{ pagination?: Pagination }>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** From the URL. Past the end, the response has the number of the last page. */
  page: number | undefined
  onPageChange: (page: number) => void
  onPageIntent?: (page: number) => void
  pageSize?: { value: number; onChange: (size: number) => void }
  errorAction?: ReactNode
  hasPager?: boolean
  /** The page announces a count that it also shows. */
  hasOwnCount?: boolean
  children: ReactNode
}

export function PagedList({
  list,
  page,
  pageSize,
  errorAction,
  hasPager = true,
  hasOwnCount = false,
  children,
  ...paging
}: PagedListProps) {
  const { data, error, isFetching, refetch } = list
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} action={errorAction} />
    )
  return (
    <>
      {!hasOwnCount && (
        <ResultCount count={data?.pagination?.totalItems} isEstimate={data?.pagination?.isEstimate} />
      )}
      {children}
      {hasPager && (
        <PaginationBar
          {...paging}
          page={data?.pagination?.page ?? page ?? DEFAULT_PAGE}
          pageCount={data?.pagination?.totalPages}
          {...(pageSize && { pageSize: { ...pageSize, choices: PAGE_SIZES } })}
        />
      )}
    </>
  )
}
