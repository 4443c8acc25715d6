import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { pageApi } from '../../lib/page-api.ts'
import { readSession, type IdentityProof } from '../../lib/queries/account.ts'
import { CACHE } from '../../lib/queries/keys.ts'

export const passkeysQuery = () =>
  queryOptions({
    queryKey: [CACHE.ownSessions, 'passkeys'],
    queryFn: ({ signal }) => api.passkeys.list({}, { signal }),
  })

const CHANGE_OF_WAYS = { invalidates: [CACHE.ownSessions], afterRefusal: true } as const

/** The device asks its user between both requests. `readSession` follows. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ name, proof }: { name: string; proof: IdentityProof }) => {
      const { data: options } = await api.passkeys.addOptions({ body: proof })
      const { createPasskey } = await import('../../entities/identity/passkeys.ts')
      return (await api.passkeys.add({ body: { name, response: await createPasskey(options) } })).data
    },
    meta: CHANGE_OF_WAYS,
  })

export const useRenamePasskey = (id: number) =>
  useMutation({
    mutationFn: (body: { name: string }) => api.passkeys.rename({ params: { id: String(id) }, body }),
    meta: CHANGE_OF_WAYS,
  })

export const useRemovePasskey = (id: number) =>
  useMutation({
    mutationFn: (body: IdentityProof) => api.passkeys.remove({ params: { id: String(id) }, body }),
    onSuccess: readSession,
    meta: CHANGE_OF_WAYS,
  })

export const useConfirmIdentity = () =>
  useMutation({ mutationFn: (body: IdentityProof) => api.auth.confirmIdentity({ body }) })

export const useUnlink = (id: number) =>
  useMutation({
    mutationFn: (body: IdentityProof) => pageApi.oidc.unlink({ params: { id: String(id) }, body }),
    meta: CHANGE_OF_WAYS,
  })
