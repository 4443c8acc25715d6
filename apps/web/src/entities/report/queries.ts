import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { contract, FirstPage, ShownReport } from '@zelab/contract'
import { REPORTS_STALE_MS } from '../../lib/limits.ts'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { fetchFirstPage, pagePath } from '../../lib/report-files.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

export type ReportFilters = NonNullable<ApiInput<typeof contract.reports.list>['query']>

export const reportsQuery = (filters: ReportFilters) => ({
  ...endpointQuery(api.reports.list, { query: filters }),
  staleTime: REPORTS_STALE_MS,
})

/** Reads a report again after another user changed it. */
export const useReadReport = () => {
  const client = useQueryClient()
  return (reportId: number): Promise<ShownReport> =>
    client.fetchQuery({ ...endpointQuery(api.reports.getById, { params: { reportId } }), staleTime: 0 })
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

export const reportsExportAddress = ({ page: _page, limit: _limit, ...filters }: ReportFilters): string =>
  urlOf(apiAddresses.reports.exportCsv, { query: filters })

export type PatientMatchSubject = { patientId: number } & (
  | { fileUrl: string }
  | { reportId: number; version: number }
  /** A correction has another revision and file. */
  | { unreleasedId: number; revision: number }
)

/** Compares the identity in a file with the patient's record. The file is immutable, the record is not. */
export const patientMatchQuery = (subject: PatientMatchSubject) => ({
  ...endpointQuery(api.reports.checkFile, { body: subject }),
  staleTime: 30_000,
  gcTime: 60_000,
})
