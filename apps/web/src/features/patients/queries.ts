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

/** Records that may be the same person. What was typed stays in no cache. */
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

/** Places a legal hold, or lifts the one that lasts. */
export const useChangeHold = (id: number, change: 'placeHold' | 'liftHold') => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api.patients[change]({ params: { id: String(id) }, body: { reason } }),
    onSuccess: ({ data }) => client.setQueryData(retentionQuery(id).queryKey, data),
  })
}

/** The whole record of a patient as a file. */
export const patientExportAddress = (id: number): string =>
  urlOf(apiAddresses.patients.exportRecord, { params: { id } })

export const mergePreviewQuery = (pair: { survivorId: number; mergedId: number }) =>
  queryOptions({
    queryKey: [CACHE.mergePreview, pair],
    queryFn: async ({ signal }) => (await api.patients.previewMerge({ body: pair }, { signal })).data,
    gcTime: 0,
  })

/** The filtered list as a file: an address to follow, so that the browser streams it to the disk. */
export const patientsExportAddress = ({ page: _, limit: __, ...filters }: PatientFilters): string =>
  urlOf(apiAddresses.patients.exportCsv, { query: filters })

/** Fetches everything that shows patients again. */
export const useRefreshRecords = (): (() => void) => {
  const client = useQueryClient()
  return () => invalidate(client, AFTER_RECORD_CHANGE)
}

export const useUpdatePatient = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<'update'>) =>
      // The server judges "not born in the future" by the reader's calendar.
      api.patients.update(
        { params: { id: String(id) }, body },
        { headers: { 'x-time-zone': browserTimeZone() } },
      ),
    onSuccess: useRefreshRecords(),
  })

// After these two the record on screen is gone: the caller leaves the page first, then refreshes.
export const useDeletePatient = (id: number) =>
  useMutation({ mutationFn: () => api.patients.remove({ params: { id: String(id) } }) })

export const useMergePatients = () =>
  useMutation({ mutationFn: (body: BodyOf<'merge'>) => api.patients.merge({ body }) })

export const useUndoMerge = () =>
  useMutation({
    mutationFn: (mergeId: number) => api.patients.undoMerge({ params: { id: String(mergeId) } }),
    onSuccess: useRefreshRecords(),
  })
