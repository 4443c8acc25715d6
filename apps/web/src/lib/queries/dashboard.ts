import { queryOptions } from '@tanstack/react-query'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

export const dashboardQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard],
    queryFn: async ({ signal }) => (await api.dashboard.get({}, { signal })).data,
  })
