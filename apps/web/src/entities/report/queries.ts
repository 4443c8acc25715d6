import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, FirstPage } from '@zelab/contract'
import { addressOfExport, api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { fetchFirstPage, pagePath } from '../../lib/report-files.ts'
import { AFTER_REPORT_CHANGE, CACHE, invalidate } from '../../lib/queries/keys.ts'
import { REPORTS_STALE_MS } from '../../lib/limits.ts'

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

/**
 * The first page as an image. Kept in memory while the page shows it: the server sends it with `no-store` and records
 * each look. A version may have the file of the one before, and its own stamp.
 */
export const firstPageQuery = (address: string, version: number) =>
  queryOptions({
    queryKey: ['firstPage', address, version],
    queryFn: ({ signal }) => fetchFirstPage(address, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })

/** The first page of a file of which only the address is known. */
export const unknownPage = (filePath: string): FirstPage => ({
  address: pagePath(filePath),
  width: null,
  height: null,
  isUnavailable: false,
})

export const usePublishReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.publish>) => api.reports.publish(input),
    onSuccess: () => invalidate(client, AFTER_REPORT_CHANGE),
  })
}

export const reportVersionsQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.reportVersions, reportId],
    queryFn: async ({ signal }) =>
      (await api.reports.listVersions({ params: { id: String(reportId) } }, { signal })).data,
  })

/** Who opened a report, for those who may see it. */
export const reportReadersQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.reportReaders, reportId],
    queryFn: async ({ signal }) =>
      (await api.reports.listReaders({ params: { id: String(reportId) } }, { signal })).data,
  })

/** The verification code of a report's current version and who looked it up. Stale with the report. */
export const verificationQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.report, reportId, 'verification'],
    queryFn: async ({ signal }) =>
      (await api.reports.getVerification({ params: { id: String(reportId) } }, { signal })).data,
  })

/** The list as filtered, as a file: an address to follow, so that the browser streams it to the disk. */
export const reportsExportAddress = ({ page: _page, limit: _limit, ...filters }: ReportFilters): string =>
  addressOfExport('/report/export', filters)

export const useAmendReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.amend>) => api.reports.amend(input),
    onSuccess: ({ data: report }) => {
      // The page of the report shows this version at once, and its letterhead when the rest is there.
      client.setQueryData(reportQuery(report.id).queryKey, (known) =>
        known ? { ...known, ...report, firstPage: unknownPage(report.filePath), stamp: null } : undefined,
      )
      invalidate(client, AFTER_REPORT_CHANGE)
    },
  })
}

export const useWithdrawReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.withdraw>) => api.reports.withdraw(input),
    // After a conflict, too.
    onSettled: () => invalidate(client, AFTER_REPORT_CHANGE),
  })
}

/** Withdraws a report and publishes it for the right patient. */
export const useReassignReport = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<typeof contract.reports.reassign>) => api.reports.reassign(input),
    onSettled: () => invalidate(client, AFTER_REPORT_CHANGE),
  })
}

/** An upload, or the file of a published report, and the patient whom it may belong to. */
export type PatientMatchSubject = { patientId: number } & ({ fileUrl: string } | { reportId: number })

/** Whom a file names, beside a patient's record. The file does not change, the record may. */
export const patientMatchQuery = (subject: PatientMatchSubject) =>
  queryOptions({
    queryKey: ['patientMatch', subject],
    queryFn: async ({ signal }) => (await api.reports.checkFile({ body: subject }, { signal })).data,
    staleTime: 30_000,
    gcTime: 60_000,
  })

/** The patients whom an upload names, the best first; `certain` can be preselected, `possible` must be chosen. */
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
