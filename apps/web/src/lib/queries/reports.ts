import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { REPORTS_STALE_MS } from '@zelab/contract/limits'
import { api } from '../api-client.ts'
import type { ApiInput } from '../api-client.ts'
import { AFTER_REPORT_CHANGE, CACHE, invalidate } from './keys.ts'

export type ReportFilters = NonNullable<ApiInput<typeof contract.reports.list>['query']>

/** Rows and pagination; the earlier page stays on screen while the next one loads. */
export const reportsQuery = (filters: ReportFilters) =>
  queryOptions({
    queryKey: [CACHE.reports, filters],
    queryFn: ({ signal }) => api.reports.list({ query: filters }, { signal }),
    staleTime: REPORTS_STALE_MS,
    placeholderData: keepPreviousData,
  })

export const reportQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.report, reportId],
    queryFn: async ({ signal }) =>
      (await api.reports.getById({ params: { reportId: String(reportId) } }, { signal })).data,
  })

export const usePublishReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.publish>) => api.reports.publish(input),
    onSuccess: () => invalidate(client, AFTER_REPORT_CHANGE),
  })
}

/** What speaks against publishing a file for a patient. */
export const useCheckFile = () =>
  useMutation({
    mutationFn: async (body: { patientId: number; fileUrl: string }) =>
      (await api.reports.checkFile({ body })).data.warnings,
  })

export const useDeleteReportFile = () =>
  useMutation({ mutationFn: (fileUrl: string) => api.reports.deleteFile({ body: { fileUrl } }) })
