import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

export const releaseSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'release'],
    queryFn: async ({ signal }) =>
      (await api.release.getReleaseSettings({ params: { id: String(labId) } }, { signal })).data,
  })

export const useUpdateReleaseSettings = (labId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.release.updateReleaseSettings>['body']) =>
      api.release.updateReleaseSettings({ params: { id: String(labId) }, body }),
    onSuccess: ({ data }) => client.setQueryData(releaseSettingsQuery(labId).queryKey, data),
    onError: () => client.invalidateQueries(releaseSettingsQuery(labId)),
    meta: { invalidates: [CACHE.release] },
  })
}
