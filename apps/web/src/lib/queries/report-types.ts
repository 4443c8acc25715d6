import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, contract, ReportType } from '@zelab/contract'
import { LOOKUP_STALE_MS } from '../limits.ts'
import { isRefusal } from '../api-error.ts'
import { api } from '../api-client.ts'
import { replaceReportTypes } from '../app-data-store.ts'
import { AFTER_ADD, AFTER_REPORT_CHANGE, CACHE } from './keys.ts'

export const reportTypesQuery = () =>
  queryOptions({
    queryKey: [CACHE.reportTypes],
    queryFn: async ({ signal }) => (await api.reportTypes.list({}, { signal })).data,
    staleTime: LOOKUP_STALE_MS,
    gcTime: LOOKUP_STALE_MS,
  })

/** Never served from the cache: the user decides based on this number. */
export const reportTypeUsageQuery = (id: number) =>
  queryOptions({
    queryKey: ['reportTypeUsage', id],
    queryFn: async ({ signal }) =>
      (await api.reportTypes.usage({ params: { id: String(id) } }, { signal })).data.reports,
    staleTime: 0,
    gcTime: 0,
  })

export const useAddReportType = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.reportTypes.add>['body']) => api.reportTypes.add({ body }),
    meta: { invalidates: AFTER_ADD },
  })

/** One after the other. Those that another user added meanwhile are there already. */
export const useAddReportTypes = () =>
  useMutation({
    mutationFn: async (titles: readonly string[]) => {
      for (const title of titles)
        await api.reportTypes.add({ body: { title } }).catch((error: unknown) => {
          if (!isRefusal(error, 'REPORT_TYPE_TITLE_TAKEN')) throw error
        })
    },
    meta: { invalidates: AFTER_ADD, afterRefusal: true },
  })

const replaceTypes = (client: QueryClient, change: (types: ReportType[]) => ReportType[]) => {
  const types = client.setQueryData(reportTypesQuery().queryKey, (present) => present && change(present))
  if (types) replaceReportTypes(types)
}

export const useUpdateReportType = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.reportTypes.update>['body']) =>
      api.reportTypes.update({ params: { id: String(id) }, body }),
    onSuccess: ({ data }) =>
      replaceTypes(client, (types) => types.map((type) => (type.id === id ? data : type))),
    meta: { invalidates: AFTER_REPORT_CHANGE },
  })
}

export const useDeleteReportType = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.reportTypes.remove({ params: { id: String(id) } }),
    onSuccess: (_, id) => replaceTypes(client, (types) => types.filter((type) => type.id !== id)),
    meta: { invalidates: AFTER_ADD },
  })
}
