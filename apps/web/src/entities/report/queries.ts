import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, FirstPage, ShownReport } from '@zelab/contract'
import { REPORTS_STALE_MS } from '../../lib/limits.ts'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { fetchFirstPage, pagePath } from '../../lib/report-files.ts'
import { AFTER_REPORT_CHANGE, CACHE } from '../../lib/queries/keys.ts'

export type ReportFilters = NonNullable<ApiInput<typeof contract.reports.list>['query']>

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

/** Reads a report again after another user changed it. */
export const useReadReport = () => {
  const client = useQueryClient()
  return (reportId: number): Promise<ShownReport> =>
    client.fetchQuery({ ...reportQuery(reportId), staleTime: 0 })
}

/** In memory only while shown: the server sends the image with `no-store` and records each view. */
export const firstPageQuery = (address: string, version: number) =>
  queryOptions({
    queryKey: ['firstPage', address, version],
    queryFn: ({ signal }) => fetchFirstPage(address, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })

export const unknownPage = (filePath: string): FirstPage => ({
  address: pagePath(filePath),
  width: null,
  height: null,
  isUnavailable: false,
})

export const usePublishReport = () =>
  useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.publish>) => api.reports.publish(input),
    meta: { invalidates: AFTER_REPORT_CHANGE },
  })

export const reportVersionsQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.reportVersions, reportId],
    queryFn: async ({ signal }) =>
      (await api.reports.listVersions({ params: { id: String(reportId) } }, { signal })).data,
  })

export const reportReadersQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.reportReaders, reportId],
    queryFn: async ({ signal }) =>
      (await api.reports.listReaders({ params: { id: String(reportId) } }, { signal })).data,
  })

export const verificationQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.report, reportId, 'verification'],
    queryFn: async ({ signal }) =>
      (await api.reports.getVerification({ params: { id: String(reportId) } }, { signal })).data,
  })

export const reportsExportAddress = ({ page: _page, limit: _limit, ...filters }: ReportFilters): string =>
  urlOf(apiAddresses.reports.exportCsv, { query: filters })

export const useAmendReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.amend>) => api.reports.amend(input),
    onSuccess: ({ data: report }) => {
      // A second person has to release the new version.
      if ('unreleasedId' in report) return
      // Shows the new version at once; the letterhead follows with the refetch.
      client.setQueryData(reportQuery(report.id).queryKey, (known) =>
        known ? { ...known, ...report, firstPage: unknownPage(report.filePath), stamp: null } : undefined,
      )
    },
    meta: { invalidates: AFTER_REPORT_CHANGE },
  })
}

export const useWithdrawReport = () =>
  useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.withdraw>) => api.reports.withdraw(input),
    meta: { invalidates: AFTER_REPORT_CHANGE, afterRefusal: true },
  })

export const useReassignReport = () =>
  useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.reassign>) => api.reports.reassign(input),
    meta: { invalidates: AFTER_REPORT_CHANGE, afterRefusal: true },
  })

export type PatientMatchSubject = { patientId: number } & (
  | { fileUrl: string }
  | { reportId: number; version: number }
  /** A correction has another revision and file. */
  | { unreleasedId: number; revision: number }
)

/** Compares the identity in a file with the patient's record. The file is immutable, the record is not. */
export const patientMatchQuery = (subject: PatientMatchSubject) =>
  queryOptions({
    queryKey: ['patientMatch', subject],
    queryFn: async ({ signal }) => (await api.reports.checkFile({ body: subject }, { signal })).data,
    staleTime: 30_000,
    gcTime: 60_000,
  })

/** Best match first. `certain` can be preselected, `possible` must be chosen. */
export const patientProposalQuery = (fileUrl: string) =>
  queryOptions({
    queryKey: ['patientProposal', fileUrl],
    queryFn: async ({ signal }) =>
      (await api.reports.proposePatients({ body: { fileUrl } }, { signal })).data,
    staleTime: 30_000,
    gcTime: 60_000,
  })

export const useDeleteReportFile = () =>
  useMutation({ mutationFn: (fileUrl: string) => api.reports.deleteFile({ body: { fileUrl } }) })
