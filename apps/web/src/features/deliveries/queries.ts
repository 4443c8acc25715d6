import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { contract } from '@zelab/contract'
import { serverNow } from '../../lib/activity-clock.ts'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

/** Never served from the cache: consents and contacts may have changed. */
export const sendOptionsQuery = (reportId: number) => ({
  ...endpointQuery(api.deliveries.getOptions, { params: { id: reportId } }),
  staleTime: 0,
  gcTime: 0,
})

/** Polling interval while a message is on its way. */
const SENDING_MS = 2000
const ON_THE_WAY = new Set(['queued', 'sending'])

export const reportDeliveriesQuery = (reportId: number) =>
  queryOptions({
    ...endpointQuery(api.deliveries.listOfReport, { params: { id: reportId } }),
    refetchInterval: ({ state }) => {
      const isSending = state.data?.data.some(
        (delivery) => ON_THE_WAY.has(delivery.state) && serverNow() - Date.parse(delivery.createdAt) < 60_000,
      )
      return isSending === true && SENDING_MS
    },
  })

export const deliveriesExportAddress = (
  filters: NonNullable<ApiInput<typeof contract.deliveries.exportCsv>['query']>,
): string => urlOf(apiAddresses.deliveries.exportCsv, { query: filters })

export const useUpdatePatientDelivery = (patientId: number) => {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(api.deliveries.getPatientDelivery, { params: { id: patientId } })
  return useMutation({
    ...endpointMutation(api.deliveries.updatePatientDelivery, { id: patientId }),
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
  })
}
