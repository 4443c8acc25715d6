import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { RecordKind } from '@zelab/contract'
import { invalidate } from './endpoint-query.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      invalidates?: readonly RecordKind[]
      /** Also invalidates after a refusal, since the page may be outdated. */
      afterRefusal?: true
    }
  }
}

/** No retry, no refetch on focus (AMB-81). An error message beats waiting for a connection. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // Reloads queries that failed while the connection was lost.
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSettled: (_data, error, _variables, _context, { meta }) => {
      if (meta?.invalidates && (!error || meta.afterRefusal)) invalidate(queryClient, meta.invalidates)
    },
  }),
})
