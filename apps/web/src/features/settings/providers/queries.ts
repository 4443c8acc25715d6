import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

type Endpoints = (typeof contract)['providers']

const KEY = [CACHE.settings, 'providers'] as const
const paramsOf = (id: number) => ({ id: String(id) })
// A provider changes how the staff of labs sign in.
const meta = { invalidates: [CACHE.settings, CACHE.labs], afterRefusal: true } as const

export const providersQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await pageApi.providers.list({}, { signal })).data,
  })

export const dependentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'dependents', id],
    queryFn: ({ signal }) => pageApi.providers.getDependents({ params: paramsOf(id) }, { signal }),
    staleTime: 0,
  })

export const signInsQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'sign-ins', id],
    queryFn: async ({ signal }) =>
      (await pageApi.providers.getSignIns({ params: paramsOf(id) }, { signal })).data,
    staleTime: 0,
  })

/** The addresses of the next provider. Each belongs to one provider, so that none is kept. */
export const reservationQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'reservation'],
    queryFn: async ({ signal }) => (await pageApi.providers.reserve({}, { signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  })

export const useAddProvider = () =>
  useMutation({
    mutationFn: async (body: CallInput<Endpoints['create']>['body']) =>
      (await pageApi.providers.create({ body })).data,
    meta,
  })

export const useUpdateProvider = (id: number) =>
  useMutation({
    mutationFn: async (body: CallInput<Endpoints['update']>['body']) =>
      (await pageApi.providers.update({ params: paramsOf(id), body })).data,
    meta,
  })

export const useTestProvider = (id: number) =>
  useMutation({
    mutationFn: async () => (await pageApi.providers.test({ params: paramsOf(id) })).data,
    meta,
  })

export const useRemoveProvider = (id: number) =>
  useMutation({ mutationFn: () => pageApi.providers.remove({ params: paramsOf(id) }), meta })
