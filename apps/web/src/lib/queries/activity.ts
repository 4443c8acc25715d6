import type { contract } from '@zelab/contract'
import type { ApiInput } from '../api-client.ts'
import { apiAddresses } from '../api-addresses.ts'
import { api, urlOf } from '../api-client.ts'
import { endpointQuery } from '../endpoint-query.ts'
import { useEffect } from 'react'

/** Logs that the page of a patient or report is printed, by button or by the browser's menu. */
export const usePrintRecord = (type: 'patient' | 'report', id: number): void => {
  useEffect(() => {
    // A failed log request cannot stop the print.
    const note = () => {
      // The slip of a link contains no data of the record.
      if (document.body.dataset.printsAlone !== 'slip') void recordPrint(type, id).catch(() => undefined)
    }
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [type, id])
}

export type ActivityFilters = NonNullable<ApiInput<typeof contract.activity.list>['query']>

export const activityExportAddress = (filters: ActivityFilters): string =>
  urlOf(apiAddresses.activity.exportCsv, { query: filters })

export const historyQuery = (type: 'patient' | 'report', id: number) =>
  endpointQuery(type === 'patient' ? api.activity.historyOfPatient : api.activity.historyOfReport, {
    params: { id },
  })

/** Sent even while the page unloads. */
const recordPrint = (type: 'patient' | 'report', id: number): Promise<unknown> =>
  api.activity.recordPrint({ body: { type, id } })
