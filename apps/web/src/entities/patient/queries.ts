import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { PATIENTS_STALE_MS } from '../../lib/limits.ts'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { browserTimeZone } from '../../lib/format.ts'
import { AFTER_REGISTRATION, CACHE } from '../../lib/queries/keys.ts'

export type PatientFilters = NonNullable<ApiInput<typeof contract.patients.list>['query']>

export const patientsQuery = (filters: PatientFilters) =>
  queryOptions({
    queryKey: [CACHE.patients, filters],
    queryFn: ({ signal }) => api.patients.list({ query: filters }, { signal }),
    staleTime: PATIENTS_STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Up to `most` other patients on the first page of a search, and whether there are more. */
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

export const useOtherPatients = (search: string, exceptId: number | undefined, most: number) => {
  // One more than is shown, because the excluded patient may be among them.
  const query = useQuery(patientsQuery({ search, page: 1, limit: most + 1 }))
  return { query, ...(query.data && othersOn(query.data, exceptId, most)) }
}

export const patientQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patient, id],
    queryFn: async ({ signal }) =>
      (await api.patients.getById({ params: { id: String(id) } }, { signal })).data,
  })

export const useCheckPhone = () =>
  useMutation({ mutationFn: (phone: string) => api.patients.checkPhone({ body: { phone } }) })

export const useRegisterPatient = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.patients.register>['body']) =>
      // The server checks "not born in the future" against the user's time zone.
      api.patients.register({ body }, { headers: { 'x-time-zone': browserTimeZone() } }),
    meta: { invalidates: AFTER_REGISTRATION },
  })
