import { useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query'
import type { Answer, contract } from '@zelab/contract'
import { USERS_STALE_MS } from '../limits.ts'
import { api } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'

export const usersQuery = () => ({
  ...endpointQuery(api.users.list),
  staleTime: USERS_STALE_MS,
  gcTime: USERS_STALE_MS,
})

/** Always fetched for the form, since the list may be older. */
export const userQuery = (id: number) => ({
  ...endpointQuery(api.users.getById, { params: { id } }),
  gcTime: 0,
})

/** A change of one user, which the list shows immediately. */
export const useUserChange = <Body>(
  change: UseMutationOptions<Answer<typeof contract.users.update>, Error, Body>,
) => {
  const client = useQueryClient()
  return useMutation({
    ...change,
    onSuccess: ({ data }) =>
      client.setQueryData(usersQuery().queryKey, (users) =>
        users?.map((user) => (user.id === data.id ? data : user)),
      ),
  })
}
