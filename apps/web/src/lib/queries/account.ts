import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { setSession, useSessionStore } from '../session-store.ts'
import { CACHE, invalidate } from './keys.ts'

/** The caller's own open sessions. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: [CACHE.ownSessions],
    queryFn: async ({ signal }) => (await api.auth.listSessions({}, { signal })).data,
  })

export const useKeepAlive = () =>
  useMutation({
    mutationFn: () => api.auth.keepAlive(),
    onSuccess: ({ session }) => setSession(session),
  })

export const useEndOtherSessions = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.auth.endOtherSessions(),
    onSuccess: () => invalidate(client, [CACHE.ownSessions]),
  })
}

export const useChangePassword = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.auth.changePassword>['body']) =>
      api.auth.changePassword({ body }),
    onSuccess: () => invalidate(client, [CACHE.ownSessions]),
  })
}

const setSecondFactor = (secondFactor: 'on' | 'off') => {
  const { session } = useSessionStore.getState()
  if (session) setSession({ ...session, secondFactor })
}

export const useStartSecondFactor = () => useMutation({ mutationFn: () => api.auth.startSecondFactor() })

/** The session counts as secured only once the recovery codes were seen: see `finishSecondFactor`. */
export const useConfirmSecondFactor = () =>
  useMutation({ mutationFn: (code: string) => api.auth.confirmSecondFactor({ body: { code } }) })

export const finishSecondFactor = (): void => setSecondFactor('on')

export const useRenewRecoveryCodes = () =>
  useMutation({ mutationFn: (password: string) => api.auth.renewRecoveryCodes({ body: { password } }) })

export const useRemoveSecondFactor = () =>
  useMutation({
    mutationFn: (password: string) => api.auth.removeSecondFactor({ body: { password } }),
    onSuccess: () => setSecondFactor('off'),
  })
