import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import { browserTimeZone } from '../../lib/format.ts'
import { AFTER_RECORD_CHANGE, CACHE, invalidate } from '../../lib/queries/keys.ts'
import type { PatientFilters } from '../../entities/patient/queries.ts'

type BodyOf<Name extends 'findDuplicates' | 'merge' | 'update'> = CallInput<
  (typeof contract)['patients'][Name]
>['body']

export type DuplicateQuestion = BodyOf<'findDuplicates'>

/** Possible duplicates of the input, which is not cached. */
export const duplicatesQuery = (question: DuplicateQuestion) =>
  queryOptions({
    queryKey: ['duplicates', question],
    queryFn: async ({ signal }) => (await api.patients.findDuplicates({ body: question }, { signal })).data,
    gcTime: 0,
  })

export const patientChangesQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patientChanges, id],
    queryFn: async ({ signal }) =>
      (await api.patients.listChanges({ params: { id: String(id) } }, { signal })).data,
  })

export const patientMergesQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patientMerges, id],
    queryFn: async ({ signal }) =>
      (await api.patients.listMerges({ params: { id: String(id) } }, { signal })).data,
  })

export const retentionQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.retention, id],
    queryFn: async ({ signal }) =>
      (await api.patients.getRetention({ params: { id: String(id) } }, { signal })).data,
  })

export const useChangeHold = (id: number, change: 'placeHold' | 'liftHold') => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api.patients[change]({ params: { id: String(id) }, body: { reason } }),
    onSuccess: ({ data }) => client.setQueryData(retentionQuery(id).queryKey, data),
  })
}

export const patientExportAddress = (id: number): string =>
  urlOf(apiAddresses.patients.exportRecord, { params: { id } })

export const mergePreviewQuery = (pair: { survivorId: number; mergedId: number }) =>
  queryOptions({
    queryKey: [CACHE.mergePreview, pair],
    queryFn: async ({ signal }) => (await api.patients.previewMerge({ body: pair }, { signal })).data,
    gcTime: 0,
  })

export const patientsExportAddress = ({ page: _, limit: __, ...filters }: PatientFilters): string =>
  urlOf(apiAddresses.patients.exportCsv, { query: filters })

export const useRefreshRecords = (): (() => void) => {
  const client = useQueryClient()
  return () => invalidate(client, AFTER_RECORD_CHANGE)
}

export const useUpdatePatient = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'update'>) =>
      // The server checks "not born in the future" against the user's time zone.
      api.patients.update(
        { params: { id: String(id) }, body },
        { headers: { 'x-time-zone': browserTimeZone() } },
      ),
    onSuccess: useRefreshRecords(),
  })

// The record is gone afterwards, so the caller leaves the page before the refetch.
export const useDeletePatient = (id: number) =>
  useMutation({ mutationFn: () => api.patients.remove({ params: { id: String(id) } }) })

export const useMergePatients = () =>
  useMutation({ mutationFn: (body: BodyOf<'merge'>) => api.patients.merge({ body }) })

export const useUndoMerge = () =>
  useMutation({
    mutationFn: (mergeId: number) => api.patients.undoMerge({ params: { id: String(mergeId) } }),
    onSuccess: useRefreshRecords(),
  })
