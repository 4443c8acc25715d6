import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { CACHE, invalidate } from './keys.ts'

export const generalSettingsQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'general'],
    queryFn: async ({ signal }) => (await api.settings.getGeneral({}, { signal })).data,
  })

export const securitySettingsQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'security'],
    queryFn: async ({ signal }) => (await api.settings.getSecurity({}, { signal })).data,
  })

/** Support contact and upload limit, for every signed-in user. */
export const contactQuery = () =>
  queryOptions({
    queryKey: [CACHE.settings, 'contact'],
    queryFn: async ({ signal }) => (await api.settings.getContact({}, { signal })).data,
  })

export const useUpdateGeneralSettings = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.settings.updateGeneral>['body']) =>
      api.settings.updateGeneral({ body }),
    onSuccess: () => invalidate(client, [CACHE.settings]),
  })
}

export const useUpdateSecuritySettings = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.settings.updateSecurity>['body']) =>
      api.settings.updateSecurity({ body }),
    onSuccess: () => invalidate(client, [CACHE.settings]),
  })
}
