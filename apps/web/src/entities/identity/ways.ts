import { queryOptions } from '@tanstack/react-query'
import { pageApi } from '../../lib/page-api.ts'
import { CACHE } from '../../lib/queries/keys.ts'

/** The user's ways of signing in, and the providers that can be linked. */
export const waysQuery = () =>
  queryOptions({
    queryKey: [CACHE.ownSessions, 'ways'],
    queryFn: ({ signal }) => pageApi.oidc.ways({}, { signal }),
  })
