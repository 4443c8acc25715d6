import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { contract } from '@zelab/contract'
import type { ApiInput } from '../api-client.ts'
import { apiAddresses } from '../api-addresses.ts'
import { api, urlOf } from '../api-client.ts'
import { CACHE } from './keys.ts'
import { useEffect } from 'react'

/** Logs that the page of a patient or report is printed, by button or by the browser's menu. */
export const usePrintRecord = (type: 'patient' | 'report', id: number): void => {
  useEffect(() => {
    // A failed log request cannot stop the print.
    const note = () => {
      // The slip of a link contains no data of the record.
      if (document.body.dataset.printsSlip === undefined) void recordPrint(type, id).catch(() => undefined)
    }
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [type, id])
}

export type ActivityFilters = NonNullable<ApiInput<typeof contract.activity.list>['query']>

export const activityQuery = (filters: ActivityFilters) =>
  queryOptions({
    queryKey: [CACHE.activity, filters],
    queryFn: ({ signal }) => api.activity.list({ query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })

export const activityExportAddress = (filters: ActivityFilters): string =>
  urlOf(apiAddresses.activity.exportCsv, { query: filters })

export const historyQuery = (type: 'patient' | 'report', id: number) =>
  queryOptions({
    queryKey: [CACHE.history, type, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id: String(id) } }
      const answer =
        type === 'patient'
          ? await api.activity.historyOfPatient(input, { signal })
          : await api.activity.historyOfReport(input, { signal })
      return answer.data
    },
  })

/** Sent even while the page unloads. */
const recordPrint = (type: 'patient' | 'report', id: number): Promise<unknown> =>
  api.activity.recordPrint({ body: { type, id } })
