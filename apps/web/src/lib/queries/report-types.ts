import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { LOOKUP_STALE_MS } from '@zelab/contract/limits'
import { api } from '../api-client.ts'
import { AFTER_ADD, CACHE, invalidate } from './keys.ts'

export const reportTypesQuery = () =>
  queryOptions({
    queryKey: [CACHE.reportTypes],
    queryFn: async ({ signal }) => (await api.reportTypes.list({}, { signal })).data,
    staleTime: LOOKUP_STALE_MS,
    gcTime: LOOKUP_STALE_MS,
  })

export const useAddReportType = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.reportTypes.add>['body']) => api.reportTypes.add({ body }),
    onSuccess: () => invalidate(client, AFTER_ADD),
  })
}
