import { Fragment, type ReactNode } from 'react'
import { isNotFound } from '../../lib/api-error.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { Sheet } from '../layout/sheet.tsx'

/** The part of a query's result that is shown. */
export interface Fetching<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData?: boolean
  refetch: () => Promise<unknown>
}

interface FetchedProps<Data> {
  query: Fetching<Data>
  /** In place of the data until they have been fetched. */
  skeleton?: ReactNode
  errorAction?: ReactNode
  /** Not within a sheet, so that an error needs one. */
  isOnBench?: boolean
  children: (data: Data) => ReactNode
}

/** A failed refetch is shown above the data, which stay unless the access to them has ended. */
export function Fetched<Data>({
  query,
  skeleton = <Spinner />,
  errorAction,
  isOnBench = false,
  children,
}: FetchedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  const Frame = isOnBench ? Sheet : Fragment
  return (
    <>
      {error && (
        <Frame>
          <ErrorState
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            action={errorAction}
          />
        </Frame>
      )}
      {data === undefined ? !error && skeleton : !isNotFound(error) && children(data)}
    </>
  )
}
