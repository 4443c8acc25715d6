import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

type Entry = CallInput<typeof contract.delegates.addDelegate>['body']

const paramsOf = (id: number) => ({ id: String(id) })

export const delegatesQuery = (patientId: number) =>
  queryOptions({
    queryKey: [CACHE.delegates, patientId],
    queryFn: async ({ signal }) =>
      (await pageApi.delegates.getDelegates({ params: paramsOf(patientId) }, { signal })).data,
  })

/** Patients whose guardians lose access soon because they become adults. */
export const agingOutQuery = (query: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'agingOut', query],
    queryFn: ({ signal }) => api.deliveries.getAgingOut({ query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Refetches after success and after a refusal. */
const useDelegateChange = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useMutation({
    mutationFn,
    meta: {
      invalidates: [CACHE.delegates, CACHE.deliveries, CACHE.sendOptions, CACHE.history],
      afterRefusal: true,
    },
  })

export const useSaveDelegate = (patientId: number, replacedId: number | undefined) =>
  useDelegateChange((body: Entry) =>
    replacedId === undefined
      ? pageApi.delegates.addDelegate({ params: paramsOf(patientId), body })
      : pageApi.delegates.changeDelegate({ params: paramsOf(replacedId), body }),
  )

export const useEndDelegate = () =>
  useDelegateChange((id: number) => pageApi.delegates.endDelegate({ params: paramsOf(id) }))
