import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

export const releaseSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'release'],
    queryFn: async ({ signal }) =>
      (await api.release.getReleaseSettings({ params: { id: String(labId) } }, { signal })).data,
  })

export const useUpdateReleaseSettings = (labId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.release.updateReleaseSettings>['body']) =>
      api.release.updateReleaseSettings({ params: { id: String(labId) }, body }),
    meta: { invalidates: [CACHE.labs, CACHE.release], afterRefusal: true },
  })
