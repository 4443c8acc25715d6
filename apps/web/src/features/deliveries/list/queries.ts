import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import type { ApiInput } from '../../../lib/api-client.ts'
import { apiAddresses } from '../../../lib/api-addresses.ts'
import { api, urlOf } from '../../../lib/api-client.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

type Endpoints = typeof contract.deliveries

export const withoutContactQuery = (page: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'withoutContact', page],
    queryFn: ({ signal }) => api.deliveries.listWithoutContact({ query: page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const patientDeliveriesQuery = (patientId: number, limit: number) =>
  queryOptions({
    queryKey: [CACHE.deliveries, 'ofPatient', patientId, limit],
    queryFn: ({ signal }) =>
      api.deliveries.listOfPatient({ params: { id: String(patientId) }, query: { limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const deliveriesExportAddress = (
  filters: NonNullable<ApiInput<Endpoints['exportCsv']>['query']>,
): string => urlOf(apiAddresses.deliveries.exportCsv, { query: filters })

export const useResendMany = () =>
  useMutation({
    mutationFn: (body: CallInput<Endpoints['resendMany']>['body']) => api.deliveries.resendMany({ body }),
    meta: { invalidates: [CACHE.deliveries], afterRefusal: true },
  })
