import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { LOOKUP_STALE_MS } from '../limits.ts'
import { api } from '../api-client.ts'
import { AFTER_ADD, AFTER_REPORT_CHANGE, CACHE } from './keys.ts'

export const labsQuery = () =>
  queryOptions({
    queryKey: [CACHE.labs],
    queryFn: async ({ signal }) => (await api.labs.list({}, { signal })).data,
    staleTime: LOOKUP_STALE_MS,
    gcTime: LOOKUP_STALE_MS,
  })

export const labOverviewQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.labs, id, 'overview'],
    queryFn: async ({ signal }) =>
      (await api.labs.getOverview({ params: { id: String(id) } }, { signal })).data,
  })

export const labStaffQuery = (id: number, page: { page: number; limit: number; search?: string }) =>
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
      // Immediately, so that a picker can show the new lab.
      client.setQueryData(labsQuery().queryKey, (labs) => labs && [...labs, data])
    },
    meta: { invalidates: AFTER_ADD },
  })
}

export const useUpdateLab = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.labs.update>['body']) =>
      api.labs.update({ params: { id: String(id) }, body }),
    onSuccess: ({ data }) =>
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.map((lab) => (lab.id === id ? data : lab))),
    meta: { invalidates: AFTER_REPORT_CHANGE, afterRefusal: true },
  })
}

export const useDeleteLab = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.labs.remove({ params: { id: String(id) } }),
    onSuccess: (_, id) =>
      client.setQueryData(labsQuery().queryKey, (labs) => labs?.filter((lab) => lab.id !== id)),
    meta: { invalidates: AFTER_ADD },
  })
}
