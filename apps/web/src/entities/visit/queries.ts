import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { CallInput, contract, Referrer, SeenVisit, Visit, VisitList } from '@zelab/contract'
import type { Payment } from '@zelab/contract/limits'
import { pageApi } from '../../lib/page-api.ts'
import { AFTER_STATUS_CHANGE, CACHE } from '../../lib/queries/keys.ts'
import { useCurrentUser, useSessionStore } from '../../lib/session-store.ts'
import { queryClient } from '../../query-client.ts'

type BodyOf<Name extends 'addVisit' | 'updateVisit' | 'addReferrer' | 'updateReferrer'> = CallInput<
  (typeof contract)['visits'][Name]
>['body']

/** Set with one click. */
export type SettablePayment = Exclude<Payment, 'waived'>

const SETTINGS_STALE_MS = 5 * 60_000
const STATES_STALE_MS = 10_000

export const visitSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'visits'],
    queryFn: async ({ signal }) =>
      (await pageApi.visits.getVisitSettings({ params: { id: String(labId) } }, { signal })).data,
    staleTime: SETTINGS_STALE_MS,
  })

/** Route loader for pages whose layout depends on visits. After a failure, the page asks again. */
export const prepareVisitSettings = async (): Promise<void> => {
  const labId = useSessionStore.getState().user?.lab?.id
  if (labId !== undefined) await queryClient.ensureQueryData(visitSettingsQuery(labId)).catch(() => undefined)
}

/** For the user's lab; the Admin has none. */
export const useUsesVisits = (): boolean => {
  const { lab } = useCurrentUser()
  const { data } = useQuery({ ...visitSettingsQuery(lab?.id ?? 0), enabled: lab !== null })
  return data?.isOn ?? false
}

export const VISITS_SHOWN = 5

export const visitsQuery = (patientId: number, limit = VISITS_SHOWN) =>
  queryOptions({
    queryKey: [CACHE.visits, 'of', patientId, limit],
    queryFn: ({ signal }) =>
      pageApi.visits.listVisits(
        { params: { id: String(patientId) }, query: { limit: String(limit) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const isAwaiting = ({ state, expected }: Visit, typeId: number): boolean =>
  state !== 'canceled' && expected.some(({ id, isFulfilled }) => id === typeId && !isFulfilled)

export const visitStatesQuery = (patientIds: readonly number[]) =>
  queryOptions({
    queryKey: [CACHE.visits, 'states', patientIds],
    queryFn: async ({ signal }) =>
      (await pageApi.visits.listStates({ query: { patients: patientIds.join(',') } }, { signal })).data,
    staleTime: STATES_STALE_MS,
  })

/** Usual ready times of the types, and the lab's targets for a time of receipt. */
export const readyTimesQuery = (labId: number, types: readonly number[], from?: string) =>
  queryOptions({
    // Not with the visits, because no visit changes them.
    queryKey: [CACHE.labs, labId, 'ready', types, from],
    queryFn: async ({ signal }) =>
      (
        await pageApi.turnaround.getReadyTimes(
          { params: { id: String(labId) }, query: { types: types.join(','), ...(from && { from }) } },
          { signal },
        )
      ).data,
    enabled: types.length > 0,
    staleTime: SETTINGS_STALE_MS,
  })

export const visitCountsQuery = () =>
  queryOptions({
    queryKey: [CACHE.visits, 'counts'],
    queryFn: async ({ signal }) => (await pageApi.visits.countAwaited(undefined, { signal })).data,
    refetchInterval: 60_000,
  })

export const awaitedVisitsQuery = (query: { list: VisitList; page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.visits, 'awaited', query],
    queryFn: ({ signal }) =>
      pageApi.visits.listAwaited(
        { query: { list: query.list, page: String(query.page), limit: String(query.limit) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const REFERRERS_SHOWN = 20

export const referrersQuery = (labId: number, search: string, kind?: Referrer['kind']) =>
  queryOptions({
    queryKey: [CACHE.visits, 'referrers', labId, search, kind],
    queryFn: async ({ signal }) =>
      (
        await pageApi.visits.listReferrers(
          {
            params: { id: String(labId) },
            query: { search, limit: String(REFERRERS_SHOWN), ...(kind && { kind }) },
          },
          { signal },
        )
      ).data,
    placeholderData: keepPreviousData,
  })

const AFTER_VISIT_CHANGE = [...AFTER_STATUS_CHANGE, CACHE.toDo, CACHE.deliveries]

export const useSaveVisit = (patientId: number, visitId: number | undefined) =>
  useMutation({
    mutationFn: (body: BodyOf<'updateVisit'>) =>
      visitId === undefined
        ? pageApi.visits.addVisit({ params: { id: String(patientId) }, body })
        : pageApi.visits.updateVisit({ params: { id: String(visitId) }, body }),
    meta: { invalidates: AFTER_VISIT_CHANGE, afterRefusal: true },
  })

export const useSetPayment = () =>
  useMutation({
    mutationFn: ({ id, ...body }: SeenVisit & { payment: SettablePayment }) =>
      pageApi.visits.updateVisit({ params: { id: String(id) }, body }),
    meta: { invalidates: AFTER_VISIT_CHANGE, afterRefusal: true },
  })

export const useCancelVisit = () =>
  useMutation({
    mutationFn: (id: number) => pageApi.visits.cancelVisit({ params: { id: String(id) } }),
    meta: { invalidates: AFTER_VISIT_CHANGE, afterRefusal: true },
  })

export const useUpdateReferrer = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'updateReferrer'>) =>
      pageApi.visits.updateReferrer({ params: { id: String(id) }, body }),
    meta: { invalidates: [CACHE.visits] },
  })

export const useArchiveReferrer = () =>
  useMutation({
    mutationFn: (id: number) => pageApi.visits.archiveReferrer({ params: { id: String(id) } }),
    meta: { invalidates: [CACHE.visits], afterRefusal: true },
  })

export const useAddReferrer = (labId: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'addReferrer'>) =>
      pageApi.visits.addReferrer({ params: { id: String(labId) }, body }),
    meta: { invalidates: [CACHE.visits] },
  })
