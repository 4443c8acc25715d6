import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { LOOKUP_STALE_MS } from '@zelab/contract/limits'
import { api } from '../api-client.ts'
import { removeReportTypes } from '../app-data-store.ts'
import { AFTER_ADD, AFTER_REPORT_CHANGE, CACHE, invalidate } from './keys.ts'

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

/** Known types are never overwritten by a merge, so the list starts afresh after a change. */
const startAfresh = (client: ReturnType<typeof useQueryClient>) => {
  removeReportTypes()
  invalidate(client, AFTER_REPORT_CHANGE)
}

export const useUpdateReportType = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reportTypes.update>) => api.reportTypes.update(input),
    onSuccess: () => startAfresh(client),
  })
}

export const useDeleteReportType = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.reportTypes.remove({ params: { id: String(id) } }),
    onSuccess: () => startAfresh(client),
  })
}
