import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, CriticalList } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { CACHE } from '../../lib/queries/keys.ts'

export const criticalSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'critical'],
    queryFn: async ({ signal }) =>
      (await api.critical.getCriticalSettings({ params: { id: String(labId) } }, { signal })).data,
  })

export const useUpdateCriticalSettings = (labId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.critical.updateCriticalSettings>['body']) =>
      api.critical.updateCriticalSettings({ params: { id: String(labId) }, body }),
    meta: { invalidates: [CACHE.labs, CACHE.critical] },
  })

export const criticalOfReportQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.critical, 'of', reportId],
    queryFn: async ({ signal }) =>
      (await api.critical.getOfReport({ params: { id: String(reportId) } }, { signal })).data,
  })

export const criticalListQuery = (query: { list: CriticalList; page: number; limit: number }) =>
  queryOptions({
    queryKey: [CACHE.critical, 'list', query],
    queryFn: ({ signal }) =>
      api.critical.list(
        { query: { list: query.list, page: String(query.page), limit: String(query.limit) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const criticalTimesQuery = (filters: InsightFilters) =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'critical', filters],
    queryFn: async ({ signal }) => (await api.critical.times({ query: filters }, { signal })).data,
    placeholderData: keepPreviousData,
  })

const AFTER_CHANGE = [CACHE.critical, CACHE.deliveries, CACHE.sendOptions] as const

export const useFlagCritical = (reportId: number) =>
  useMutation({
    mutationFn: () => api.critical.flag({ params: { id: String(reportId) } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useRecordCall = (reportId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.critical.recordCall>['body']) =>
      api.critical.recordCall({ params: { id: String(reportId) }, body }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useAllowMessage = (reportId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.critical.allowMessage({ params: { id: String(reportId) }, body: { reason } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })
