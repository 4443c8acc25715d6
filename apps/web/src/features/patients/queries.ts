import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import { changesOf, endpointMutation } from '../../lib/endpoint-mutation.ts'
import { endpointQuery, invalidate } from '../../lib/endpoint-query.ts'
import { browserTimeZone } from '../../lib/format.ts'
import type { PatientFilters } from '../../entities/patient/queries.ts'

export type DuplicateQuestion = CallInput<typeof contract.patients.findDuplicates>['body']

/** Possible duplicates of the input, which is not cached. */
export const duplicatesQuery = (question: DuplicateQuestion) => ({
  ...endpointQuery(api.patients.findDuplicates, { body: question }),
  gcTime: 0,
})

export const useChangeHold = (id: number, change: 'placeHold' | 'liftHold') => {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(api.patients.getRetention, { params: { id } })
  return useMutation({
    ...endpointMutation(api.patients[change], { id }),
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
  })
}

export const patientExportAddress = (id: number): string =>
  urlOf(apiAddresses.patients.exportRecord, { params: { id } })

export const patientsExportAddress = ({ page: _, limit: __, ...filters }: PatientFilters): string =>
  urlOf(apiAddresses.patients.exportCsv, { query: filters })

export const useUpdatePatient = (id: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.patients.update>['body']) =>
      // The server checks "not born in the future" against the user's time zone.
      api.patients.update({ params: { id }, body }, { headers: { 'x-time-zone': browserTimeZone() } }),
    meta: changesOf(api.patients.update),
  })

/** After the caller left the page of a record that is gone: a refetch of it would fail. */
export const useRefreshRecords = (): (() => void) => {
  const client = useQueryClient()
  return () => invalidate(client, changesOf(api.patients.remove).invalidates)
}

export const useDeletePatient = (id: number) =>
  useMutation({ mutationFn: () => api.patients.remove({ params: { id } }) })

export const useMergePatients = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.patients.merge>['body']) => api.patients.merge({ body }),
  })
