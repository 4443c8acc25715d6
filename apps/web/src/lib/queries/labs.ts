import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../api-client.ts'
import { AFTER_ADD, AFTER_RENAME, CACHE, invalidate } from './keys.ts'
import { LOOKUP_STALE_MS } from '../limits.ts'

export const labsQuery = () =>
  queryOptions({
    queryKey: [CACHE.labs],
    queryFn: async ({ signal }) => (await api.labs.list({}, { signal })).data,
    staleTime: LOOKUP_STALE_MS,
    gcTime: LOOKUP_STALE_MS,
  })

/** One lab with its numbers and last activity. */
export const labOverviewQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.labs, id, 'overview'],
    queryFn: async ({ signal }) =>
      (await api.labs.getOverview({ params: { id: String(id) } }, { signal })).data,
  })

/** One page of a lab's staff, with the pagination. */
export const labStaffQuery = (id: number, page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.users, 'ofLab', id, page],
    queryFn: ({ signal }) => api.labs.listStaff({ params: { id: String(id) }, query: page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useCreateLab = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.labs.create>['body']) => api.labs.create({ body }),
    onSuccess: ({ data }) => {
      // At once, so that a picker can already show the lab that it has just been given.
      client.setQueryData(labsQuery().queryKey, (labs) => labs && [...labs, data])
      invalidate(client, AFTER_ADD)
    },
  })
}

export const useUpdateLab = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.labs.update>['body']) =>
      api.labs.update({ params: { id: String(id) }, body }),
    onSuccess: ({ data }) => {
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.map((lab) => (lab.id === id ? data : lab)))
      invalidate(client, AFTER_RENAME)
    },
  })
}

export const useDeleteLab = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.labs.remove({ params: { id: String(id) } }),
    onSuccess: (_, id) => {
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.filter((lab) => lab.id !== id))
      invalidate(client, AFTER_ADD)
    },
  })
}
