import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, ReleaseList } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { AFTER_REPORT_CHANGE, CACHE } from '../../lib/queries/keys.ts'

type Endpoints = typeof contract.release
type BodyOf<Name extends 'release' | 'sendBack' | 'correct' | 'discard' | 'review' | 'suspend'> = CallInput<
  Endpoints[Name]
>['body']

const AFTER = [CACHE.release, CACHE.inbox, ...AFTER_REPORT_CHANGE] as const
const meta = { invalidates: AFTER, afterRefusal: true } as const

export const releaseListQuery = (query: { list: ReleaseList; page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.release, 'list', query],
    queryFn: ({ signal }) => api.release.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const unreleasedQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.release, id],
    queryFn: async ({ signal }) =>
      (await api.release.getById({ params: { id: String(id) } }, { signal })).data,
  })

export const useRelease = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'release'>) => api.release.release({ params: { id: String(id) }, body }),
    meta,
  })

export const useReleaseMany = () =>
  useMutation({
    mutationFn: (body: CallInput<Endpoints['releaseMany']>['body']) => api.release.releaseMany({ body }),
    meta,
  })

export const useSendBack = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'sendBack'>) => api.release.sendBack({ params: { id: String(id) }, body }),
    meta,
  })

export const useCorrect = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'correct'>) => api.release.correct({ params: { id: String(id) }, body }),
    meta,
  })

export const useDiscard = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'discard'>) => api.release.discard({ params: { id: String(id) }, body }),
    meta,
  })

export const useTakeOver = (id: number) =>
  useMutation({
    mutationFn: (revision: number) =>
      api.release.takeOver({ params: { id: String(id) }, body: { revision } }),
    meta,
  })

export const useReview = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'review'>) => api.release.review({ params: { id: String(id) }, body }),
    meta,
  })

export const useSuspend = (id: number) =>
  useMutation({
    mutationFn: ({ what, body }: { what: 'suspend' | 'lift'; body: BodyOf<'suspend'> }) =>
      api.release[what]({ params: { id: String(id) }, body }),
    meta,
  })
