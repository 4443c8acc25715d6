import { useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { setSession } from '../session-store.ts'

export type IdentityProof = CallInput<typeof contract.auth.startSecondFactor>['body']

export const useKeepAlive = () =>
  useMutation({
    mutationFn: () => api.auth.keepAlive(),
    onSuccess: ({ session }) => setSession(session),
  })

/** After a change of the caller's second factors. If it fails, the next page load reads the session. */
export const readSession = (): Promise<void> =>
  api.auth.keepAlive().then(
    ({ session }) => setSession(session),
    () => undefined,
  )

const ENDED = { endAt: null, openAt: null }

/** Resolves with where the provider ends its session, or its name. A 401 is a success, because the session is gone (AMB-20). */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      try {
        return await api.auth.logout()
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        return ENDED
      }
    },
  })
