import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api-client.ts'
import { endpointMutation } from '../endpoint-mutation.ts'
import { endpointQuery } from '../endpoint-query.ts'

/** A step or dismissal, which the checklist shows immediately. */
export const useChecklistChange = (
  call: typeof api.settings.dismissSetupChecklist | typeof api.settings.sendTestMail,
) => {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(api.settings.getSetupChecklist)
  return useMutation({
    ...endpointMutation(call),
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
  })
}
