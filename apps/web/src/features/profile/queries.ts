import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { changesOf, endpointMutation } from '../../lib/endpoint-mutation.ts'
import { readSession, type IdentityProof } from '../../lib/queries/account.ts'

/** The device asks its user between both requests. `readSession` follows. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ name, proof }: { name: string; proof: IdentityProof }) => {
      const { data: options } = await api.passkeys.addOptions({ body: proof })
      const { createPasskey } = await import('../../entities/identity/passkeys.ts')
      return (await api.passkeys.add({ body: { name, response: await createPasskey(options) } })).data
    },
    meta: changesOf(api.passkeys.add),
  })

export const useRemovePasskey = (id: number) =>
  useMutation({ ...endpointMutation(api.passkeys.remove, { id }), onSuccess: readSession })
