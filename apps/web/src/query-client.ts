import { MutationCache, QueryClient } from '@tanstack/react-query'
import { invalidate, type CacheName } from './lib/queries/keys.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Caches that the call makes stale. */
      invalidates?: readonly CacheName[]
      /** Also when it was refused, because the screen may be outdated. */
      afterRefusal?: true
    }
  }
}

/**
 * Retry and refetch on focus are off; the library's own back-off is left alone (AMB-81). Calls are made even
 * when the browser believes it is offline: an error message is more use than a page that waits for ever.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSettled: (_data, error, _variables, _context, { meta }) => {
      if (meta?.invalidates && (!error || meta.afterRefusal)) invalidate(queryClient, meta.invalidates)
    },
  }),
})
