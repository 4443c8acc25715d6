import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ReportType } from '@zelab/contract'
import { isRefusal } from '../../lib/api-error.ts'
import { api } from '../../lib/api-client.ts'
import { replaceReportTypes } from '../../lib/app-data-store.ts'
import { changesOf, endpointMutation } from '../../lib/endpoint-mutation.ts'
import { reportTypesQuery } from '../../lib/queries/lookups.ts'

/** One after the other. Those that another user added meanwhile are there already. */
export const useAddReportTypes = () =>
  useMutation({
    mutationFn: async (titles: readonly string[]) => {
      for (const title of titles)
        await api.reportTypes.add({ body: { title } }).catch((error: unknown) => {
          if (!isRefusal(error, 'REPORT_TYPE_TITLE_TAKEN')) throw error
        })
    },
    meta: { ...changesOf(api.reportTypes.add), afterRefusal: true },
  })

const replaceTypes = (client: QueryClient, change: (types: ReportType[]) => ReportType[]) => {
  const types = client.setQueryData(reportTypesQuery().queryKey, (present) => present && change(present))
  if (types) replaceReportTypes(types)
}

export const useUpdateReportType = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(api.reportTypes.update, { id }),
    onSuccess: ({ data }) =>
      replaceTypes(client, (types) => types.map((type) => (type.id === id ? data : type))),
  })
}

export const useDeleteReportType = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(api.reportTypes.remove, { id }),
    onSuccess: () => replaceTypes(client, (types) => types.filter((type) => type.id !== id)),
  })
}
