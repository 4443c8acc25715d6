import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SetupChecklist } from '@zelab/contract'
import { api } from '../api-client.ts'
import { CACHE } from './keys.ts'

/** Below the dashboard's key, because adding a user, lab or report type invalidates both. */
const KEY = [CACHE.dashboard, 'setup-checklist']

export const setupChecklistQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.settings.getSetupChecklist({}, { signal })).data,
  })

const useChecklistChange = (call: () => Promise<{ data: SetupChecklist }>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: call, onSuccess: ({ data }) => client.setQueryData(KEY, data) })
}

export const useDismissSetupChecklist = () => useChecklistChange(() => api.settings.dismissSetupChecklist())
export const useSendTestMail = () => useChecklistChange(() => api.settings.sendTestMail())
