import type { UseQueryResult } from '@tanstack/react-query'
import type { Pagination } from '@zelab/contract'
import { DEFAULT_PAGE, PAGE_SIZES } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { PaginationBar } from './pagination-bar.tsx'

interface PagedListProps {
  list: Pick<UseQueryResult<{ pagination?: Pagination }>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Of the address. A page past the end shows the last one; the answer has its number. */
  page: number | undefined
  onPageChange: (page: number) => void
  onPageIntent?: (page: number) => void
  /** Where it can be chosen. */
  pageSize?: { value: number; onChange: (size: number) => void }
  /** Beside the retry button of a list that could not be loaded. */
  errorAction?: ReactNode
  /** The rows. */
  children: ReactNode
}

/** One page of a list from the server with its pagination, or why it could not be loaded. */
export function PagedList({ list, page, pageSize, errorAction, children, ...paging }: PagedListProps) {
  const { data, error, isFetching, refetch } = list
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} action={errorAction} />
    )
  return (
    <>
      {children}
      <PaginationBar
        {...paging}
        page={data?.pagination?.page ?? page ?? DEFAULT_PAGE}
        pageCount={data?.pagination?.totalPages}
        {...(pageSize && { pageSize: { ...pageSize, choices: PAGE_SIZES } })}
      />
    </>
  )
}
