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

/** How many open items the inbox has, and which sources do not work. */
export const inboxCountsQuery = (labId?: number) =>
  queryOptions({
    queryKey: [CACHE.inbox, 'counts', labId],
    queryFn: async ({ signal }) => (await api.inbox.getCounts({ query: { labId } }, { signal })).data,
    staleTime: 30_000,
  })
