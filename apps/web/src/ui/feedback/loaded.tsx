import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './spinner.tsx'

export interface LoadedQuery<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** What was loaded, also after a failed refetch; before that, a spinner or the error with a retry. */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  loading = <Spinner />,
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return loading
}
