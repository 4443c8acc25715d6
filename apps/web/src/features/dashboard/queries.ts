import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { CACHE } from '../../lib/queries/keys.ts'

export const dashboardQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard],
    queryFn: async ({ signal }) => (await api.dashboard.get({}, { signal })).data,
  })

/** What the caller's role has to do or to know today; parts without use for the role are null. */
export const dashboardWorkQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'work'],
    queryFn: async ({ signal }) => (await api.dashboard.getWork({}, { signal })).data,
  })
