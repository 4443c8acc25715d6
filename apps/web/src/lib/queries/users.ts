import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, StaffMember } from '@zelab/contract'
import { USERS_STALE_MS } from '../limits.ts'
import { api } from '../api-client.ts'
import { AFTER_ADD, CACHE } from './keys.ts'

export const usersQuery = () =>
  queryOptions({
    queryKey: [CACHE.users],
    queryFn: async ({ signal }) => (await api.users.list({}, { signal })).data,
    staleTime: USERS_STALE_MS,
    gcTime: USERS_STALE_MS,
  })

/** Always fetched for the form, since the list may be older. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.users, id],
    queryFn: async ({ signal }) => (await api.users.getById({ params: { id: String(id) } }, { signal })).data,
    gcTime: 0,
  })

const useUserCall = <Input, Result extends { data?: StaffMember; message: string }>(
  call: (input: Input) => Promise<Result>,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => {
      if (data)
        client.setQueryData(usersQuery().queryKey, (users) =>
          users?.map((user) => (user.id === data.id ? data : user)),
        )
    },
    meta: { invalidates: AFTER_ADD },
  })
}

type Body<E extends 'register' | 'invite' | 'update' | 'resetSecondFactor'> = CallInput<
  (typeof contract.users)[E]
>['body']
const withId = (id: number) => ({ params: { id: String(id) } })

export const useRegisterUser = () => useUserCall((body: Body<'register'>) => api.users.register({ body }))

export const useInviteUser = () => useUserCall((body: Body<'invite'>) => api.users.invite({ body }))

export const useUpdateUser = (id: number) =>
  useUserCall((body: Body<'update'>) => api.users.update({ ...withId(id), body }))

export const useDeactivateUser = () => useUserCall((id: number) => api.users.deactivate(withId(id)))

export const useReactivateUser = () => useUserCall((id: number) => api.users.reactivate(withId(id)))

export const useResetSecondFactor = () =>
  useUserCall(({ id, proof }: { id: number; proof: Body<'resetSecondFactor'> }) =>
    api.users.resetSecondFactor({ ...withId(id), body: proof }),
  )

export const useResendInvitation = () => useUserCall((id: number) => api.users.resendInvitation(withId(id)))
