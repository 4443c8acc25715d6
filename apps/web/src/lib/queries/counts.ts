import { queryOptions } from '@tanstack/react-query'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

export const deliveryCountsQuery = () =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'counts'],
    queryFn: async ({ signal }) => (await api.deliveries.getCounts({}, { signal })).data,
    staleTime: 60_000,
  })

export const criticalCountsQuery = () =>
  queryOptions({
    queryKey: [CACHE.critical, 'counts'],
    queryFn: async ({ signal }) => (await api.critical.count(undefined, { signal })).data,
    staleTime: 15_000,
  })

export const inboxCountsQuery = (labId?: number) =>
  queryOptions({
    queryKey: [CACHE.inbox, 'counts', labId],
    queryFn: async ({ signal }) => (await api.inbox.getCounts({ query: { labId } }, { signal })).data,
    staleTime: 30_000,
  })

export const releaseCountsQuery = () =>
  queryOptions({
    queryKey: [CACHE.release, 'counts'],
    queryFn: async ({ signal }) => (await api.release.getCounts({}, { signal })).data,
    staleTime: 30_000,
  })
