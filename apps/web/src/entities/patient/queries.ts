import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { browserTimeZone } from '../../lib/format.ts'
import { AFTER_REGISTRATION, CACHE, invalidate } from '../../lib/queries/keys.ts'
import { PATIENTS_STALE_MS } from '../../lib/limits.ts'

export type PatientFilters = NonNullable<ApiInput<typeof contract.patients.list>['query']>

/** Rows and pagination; the earlier page stays on screen while the next one loads. */
export const patientsQuery = (filters: PatientFilters) =>
  queryOptions({
    queryKey: [CACHE.patients, filters],
    queryFn: ({ signal }) => api.patients.list({ query: filters }, { signal }),
    staleTime: PATIENTS_STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Who besides one patient is on the first page of a search, so many at most, and whether there are more. */
export const othersOn = <Row extends { id: number }>(
  page: { data: Row[]; pagination: { totalItems: number } },
  exceptId: number | undefined,
  most: number,
) => {
  const others = page.data.filter(({ id }) => id !== exceptId)
  return {
    patients: others.slice(0, most),
    hasMore: others.length > most || page.pagination.totalItems > page.data.length,
  }
}

/** The patients that a search finds besides one who cannot be meant. */
export const useOtherPatients = (search: string, exceptId: number | undefined, most: number) => {
  // One more than is shown, as that one may be among them.
  const query = useQuery(patientsQuery({ search, page: 1, limit: most + 1 }))
  return { query, ...(query.data && othersOn(query.data, exceptId, most)) }
}

export const patientQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patient, id],
    queryFn: async ({ signal }) =>
      (await api.patients.getById({ params: { id: String(id) } }, { signal })).data,
  })

/** Which patients of the own lab have this number already; asked before a registration (AMB-52). */
export const useCheckPhone = () =>
  useMutation({ mutationFn: (phone: string) => api.patients.checkPhone({ body: { phone } }) })

export const useRegisterPatient = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.patients.register>['body']) =>
      // The server judges "not born in the future" by the reader's calendar.
      api.patients.register({ body }, { headers: { 'x-time-zone': browserTimeZone() } }),
    onSuccess: () => invalidate(client, AFTER_REGISTRATION),
  })
}
