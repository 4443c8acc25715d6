import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { PATIENTS_STALE_MS } from '@zelab/contract/limits'
import { api } from '../api-client.ts'
import type { ApiInput } from '../api-client.ts'
import { browserTimeZone } from '../format.ts'
import { AFTER_REGISTRATION, CACHE, invalidate } from './keys.ts'

export type PatientFilters = NonNullable<ApiInput<typeof contract.patients.list>['query']>

/** Rows and pagination; the earlier page stays on screen while the next one loads. */
export const patientsQuery = (filters: PatientFilters) =>
  queryOptions({
    queryKey: [CACHE.patients, filters],
    queryFn: ({ signal }) => api.patients.list({ query: filters }, { signal }),
    staleTime: PATIENTS_STALE_MS,
    placeholderData: keepPreviousData,
  })

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
