import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, HandOver, ReportCallFields, SendReport } from '@zelab/contract'
import { serverNow } from '../../lib/activity-clock.ts'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { CACHE } from '../../lib/queries/keys.ts'

type Endpoints = typeof contract.deliveries

const paramsOf = (id: number) => ({ id: String(id) })

export const patientDeliveryQuery = (patientId: number) =>
  queryOptions({
    queryKey: [CACHE.patientDelivery, patientId],
    queryFn: async ({ signal }) =>
      (await api.deliveries.getPatientDelivery({ params: paramsOf(patientId) }, { signal })).data,
  })

/** Never served from the cache: consents and contacts may have changed. */
export const sendOptionsQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.sendOptions, reportId],
    queryFn: async ({ signal }) =>
      (await api.deliveries.getOptions({ params: paramsOf(reportId) }, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

/** Polling interval while a message is on its way. */
const SENDING_MS = 2000
const ON_THE_WAY = new Set(['queued', 'sending'])

export const reportDeliveriesQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'ofReport', reportId],
    queryFn: ({ signal }) => api.deliveries.listOfReport({ params: paramsOf(reportId) }, { signal }),
    refetchInterval: ({ state }) => {
      const isSending = state.data?.data.some(
        (delivery) => ON_THE_WAY.has(delivery.state) && serverNow() - Date.parse(delivery.createdAt) < 60_000,
      )
      return isSending === true && SENDING_MS
    },
  })

export type DeliveryFilters = NonNullable<ApiInput<Endpoints['list']>['query']>

export const deliveriesQuery = (filters: DeliveryFilters) =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'list', filters],
    queryFn: ({ signal }) => api.deliveries.list({ query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useUpdatePatientDelivery = (patientId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<Endpoints['updatePatientDelivery']>['body']) =>
      api.deliveries.updatePatientDelivery({ params: paramsOf(patientId), body }),
    onSuccess: ({ data }) => client.setQueryData(patientDeliveryQuery(patientId).queryKey, data),
    meta: { invalidates: [CACHE.deliveries, CACHE.sendOptions, CACHE.history] },
  })
}

/** Refetches deliveries after success and after a refusal. */
const useDeliveryChange = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn, meta: { invalidates: [CACHE.deliveries], afterRefusal: true } })

export const useSendReport = (reportId: number) =>
  useDeliveryChange((body: SendReport) => api.deliveries.send({ params: paramsOf(reportId), body }))

export const useHandOver = (reportId: number) =>
  useDeliveryChange((body: HandOver) => api.deliveries.handOver({ params: paramsOf(reportId), body }))

export const useHandOverVisitLink = (visitId: number) =>
  useMutation({
    mutationFn: (body: CallInput<Endpoints['handOverVisitLink']>['body']) =>
      api.deliveries.handOverVisitLink({ params: paramsOf(visitId), body }),
    meta: { invalidates: [CACHE.history], afterRefusal: true },
  })

export const useResendDelivery = () =>
  useDeliveryChange((id: number) => api.deliveries.resend({ params: paramsOf(id) }))

export const useRecordReportCall = (reportId: number) =>
  useDeliveryChange((body: ReportCallFields) =>
    api.deliveries.recordCall({ params: paramsOf(reportId), body }),
  )

export const useRevokeDelivery = () =>
  useDeliveryChange((id: number) => api.deliveries.revoke({ params: paramsOf(id) }))

export const useConfirmSentInError = (reportId: number) =>
  useDeliveryChange(() => api.deliveries.confirmSentInError({ params: paramsOf(reportId) }))
