import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { setSession } from '../session-store.ts'
import { CACHE } from './keys.ts'

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

/** Refetches the list after a failure too, because the session may have ended already. */
export const useEndSession = () =>
  useMutation({
    mutationFn: (id: number) => api.auth.endSession({ params: { id: String(id) } }),
    meta: { invalidates: [CACHE.ownSessions], afterRefusal: true },
  })

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => api.auth.endOtherSessions(),
    meta: { invalidates: [CACHE.ownSessions] },
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.auth.changePassword>['body']) =>
      api.auth.changePassword({ body }),
    meta: { invalidates: [CACHE.ownSessions] },
  })

/** After a change of the caller's second factors. If it fails, the next page load reads the session. */
export const readSession = (): Promise<void> =>
  api.auth.keepAlive().then(
    ({ session }) => setSession(session),
    () => undefined,
  )

export type IdentityProof = CallInput<typeof contract.auth.startSecondFactor>['body']

export const useStartSecondFactor = () =>
  useMutation({ mutationFn: (body: IdentityProof) => api.auth.startSecondFactor({ body }) })

/** `readSession` follows, once the recovery codes were shown. */
export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (code: string) => api.auth.confirmSecondFactor({ body: { code } }),
    meta: { invalidates: [CACHE.ownSessions] },
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (body: IdentityProof) => api.auth.renewRecoveryCodes({ body }),
    meta: { invalidates: [CACHE.ownSessions] },
  })

export const useRemoveSecondFactor = () =>
  useMutation({
    mutationFn: (body: IdentityProof) => api.auth.removeSecondFactor({ body }),
    onSuccess: readSession,
    meta: { invalidates: [CACHE.ownSessions] },
  })
