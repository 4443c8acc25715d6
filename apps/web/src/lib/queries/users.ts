import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { contract } from '@zelab/contract'
import { USERS_STALE_MS } from '@zelab/contract/limits'
import type { CallInput } from '@zelab/contract'
import { api } from '../api-client.ts'
import { AFTER_ADD, CACHE, invalidate } from './keys.ts'

export const usersQuery = () =>
  queryOptions({
    queryKey: [CACHE.users],
    queryFn: async ({ signal }) => (await api.users.list({}, { signal })).data,
    staleTime: USERS_STALE_MS,
    gcTime: USERS_STALE_MS,
  })

export const useRegisterUser = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.users.register>['body']) => api.users.register({ body }),
    onSuccess: () => invalidate(client, AFTER_ADD),
  })
}
