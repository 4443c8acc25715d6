import { useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { ApiError } from '../api-error.ts'

export const useLogin = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.auth.login>['body']) => api.auth.login({ body }),
  })

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

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => api.auth.forgotPassword({ body: { email } }) })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { password: string; confirmPassword: string; token: string; email: string }) =>
      api.auth.resetPassword({ body }),
  })
