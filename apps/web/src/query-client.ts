import { QueryClient } from '@tanstack/react-query'

/**
 * Retry and refetch on focus are off; the library's own back-off is left alone (AMB-81). Calls are made even
 * when the browser believes it is offline: an error message is more use than a page that waits for ever.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
