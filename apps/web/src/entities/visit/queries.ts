import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Referrer, Visit } from '@zelab/contract'
import { pageApi } from '../../lib/page-api.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { useCurrentUser, useSessionStore } from '../../lib/session-store.ts'
import { queryClient } from '../../lib/query-client.ts'

const SETTINGS_STALE_MS = 5 * 60_000
const STATES_STALE_MS = 10_000

export const visitSettingsQuery = (labId: number) => ({
  ...endpointQuery(pageApi.visits.getVisitSettings, { params: { id: labId } }),
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
  endpointQuery(pageApi.visits.listVisits, { params: { id: patientId }, query: { limit } })

export const isAwaiting = ({ state, expected }: Visit, typeId: number): boolean =>
  state !== 'canceled' && expected.some(({ id, isFulfilled }) => id === typeId && !isFulfilled)

export const visitStatesQuery = (patientIds: readonly number[]) => ({
  ...endpointQuery(pageApi.visits.listStates, { query: { patients: patientIds.join(',') } }),
  staleTime: STATES_STALE_MS,
})

/** Usual ready times of the types, and the lab's targets for a time of receipt. */
export const readyTimesQuery = (labId: number, types: readonly number[], from?: string) => ({
  ...endpointQuery(pageApi.turnaround.getReadyTimes, {
    params: { id: labId },
    query: { types: types.join(','), ...(from && { from }) },
  }),
  enabled: types.length > 0,
  staleTime: SETTINGS_STALE_MS,
})

export const visitCountsQuery = () => ({
  ...endpointQuery(pageApi.visits.countAwaited),
  refetchInterval: 60_000,
})

const REFERRERS_SHOWN = 20

export const referrersQuery = (labId: number, search: string, kind?: Referrer['kind']) =>
  queryOptions({
    ...endpointQuery(pageApi.visits.listReferrers, {
      params: { id: labId },
      query: { search, limit: REFERRERS_SHOWN, ...(kind && { kind }) },
    }),
    select: ({ data }) => data,
  })
