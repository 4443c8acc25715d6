import { queryOptions } from '@tanstack/react-query'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

/** How many deliveries need attention. */
export const deliveryCountsQuery = () =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'counts'],
    queryFn: async ({ signal }) => (await api.deliveries.getCounts({}, { signal })).data,
    staleTime: 60_000,
  })
