import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, SendingState } from '@zelab/contract'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

type Endpoints = (typeof contract)['integrations']
type BodyOf<Name extends 'addClient' | 'addReceiver' | 'update'> = CallInput<Endpoints[Name]>['body']

const KEY = 'integrations'
const paramsOf = (id: number) => ({ id: String(id) })

export const clientsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, KEY, 'clients'],
    queryFn: async ({ signal }) =>
      (await pageApi.integrations.getClients({ params: { labId: String(labId) } }, { signal })).data,
  })

export const receiversQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, KEY, 'receivers'],
    queryFn: async ({ signal }) =>
      (await pageApi.integrations.getReceivers({ params: { labId: String(labId) } }, { signal })).data,
  })

export interface LogFilter {
  state: SendingState | ''
  report: string
  /** YYYY-MM-DD */
  day: string
}

export const attemptsQuery = (id: number, { state, report, day }: LogFilter, page: number) =>
  queryOptions({
    queryKey: [CACHE.labs, KEY, 'attempts', id, state, report, day, page],
    queryFn: ({ signal }) =>
      pageApi.integrations.getAttempts(
        {
          params: paramsOf(id),
          query: {
            page: String(page),
            ...(state && { state }),
            ...(report && { report }),
            ...(day && { fromDate: day, toDate: day }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const meta = { invalidates: [CACHE.labs], afterRefusal: true } as const

export const useAddClient = (labId: number) =>
  useMutation({
    mutationFn: async (body: BodyOf<'addClient'>) =>
      (await pageApi.integrations.addClient({ params: { labId: String(labId) }, body })).data,
    meta,
  })

export const useAddReceiver = (labId: number) =>
  useMutation({
    mutationFn: async (body: BodyOf<'addReceiver'>) =>
      (await pageApi.integrations.addReceiver({ params: { labId: String(labId) }, body })).data,
    meta,
  })

export const useUpdateIntegration = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'update'>) => pageApi.integrations.update({ params: paramsOf(id), body }),
    meta,
  })

export const useIntegrationAction = (id: number) =>
  useMutation({
    mutationFn: (what: 'pause' | 'resume' | 'end' | 'tryNow') =>
      pageApi.integrations[what]({ params: paramsOf(id) }),
    meta,
  })

export const useRotateSecret = (id: number) =>
  useMutation({
    mutationFn: async () => (await pageApi.integrations.rotate({ params: paramsOf(id) })).data.secret,
    meta,
  })

export const useTestReceiver = (id: number) =>
  useMutation({
    mutationFn: async () => (await pageApi.integrations.test({ params: paramsOf(id) })).data,
    meta,
  })

export const useReplay = (id: number) =>
  useMutation({
    mutationFn: async (body: CallInput<Endpoints['replay']>['body']) =>
      (await pageApi.integrations.replay({ params: paramsOf(id), body })).data.queued,
    meta,
  })
