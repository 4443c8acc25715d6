import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import type { ApiInput } from '../api-client.ts'
import { CACHE } from './keys.ts'

export type ActivityFilters = NonNullable<ApiInput<typeof contract.activity.list>['query']>

export const activityQuery = (filters: ActivityFilters) =>
  queryOptions({
    queryKey: [CACHE.activity, filters],
    queryFn: ({ signal }) => api.activity.list({ query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })
