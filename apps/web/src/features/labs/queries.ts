import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'
import { labsQuery } from '../../lib/queries/lookups.ts'

// Changes the list immediately, since pickers show it.

export const useCreateLab = () => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(api.labs.create),
    onSuccess: ({ data }) => client.setQueryData(labsQuery().queryKey, (labs) => labs && [...labs, data]),
  })
}

export const useUpdateLab = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(api.labs.update, { id }),
    onSuccess: ({ data }) =>
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.map((lab) => (lab.id === id ? data : lab))),
  })
}

export const useDeleteLab = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(api.labs.remove, { id }),
    onSuccess: () =>
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.filter((lab) => lab.id !== id)),
  })
}
