import { LOOKUP_STALE_MS } from '../limits.ts'
import { api } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'

export const labsQuery = () => ({
  ...endpointQuery(api.labs.list),
  staleTime: LOOKUP_STALE_MS,
  gcTime: LOOKUP_STALE_MS,
})

export const reportTypesQuery = () => ({
  ...endpointQuery(api.reportTypes.list),
  staleTime: LOOKUP_STALE_MS,
  gcTime: LOOKUP_STALE_MS,
})
