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
    meta: { invalidates: [CACHE.labs, CACHE.critical], afterRefusal: true },
  })

/** A report, or one that awaits release. */
export type CriticalSubject = { reportId: number } | { unreleasedId: number }

export const criticalOfQuery = (subject: CriticalSubject) =>
  queryOptions({
    queryKey: [CACHE.critical, 'of', subject],
    queryFn: async ({ signal }) =>
      (
        await ('reportId' in subject
          ? api.critical.getOfReport({ params: { id: String(subject.reportId) } }, { signal })
          : api.critical.getOfUnreleased({ params: { id: String(subject.unreleasedId) } }, { signal }))
      ).data,
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

const AFTER_CHANGE = [CACHE.critical, CACHE.deliveries, CACHE.sendOptions, CACHE.release] as const

export const useFlagCritical = (subject: CriticalSubject) =>
  useMutation({
    mutationFn: () =>
      'reportId' in subject
        ? api.critical.flag({ params: { id: String(subject.reportId) } })
        : api.critical.flagUnreleased({ params: { id: String(subject.unreleasedId) } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useRecordCall = (subject: CriticalSubject) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.critical.recordCall>['body']) =>
      'reportId' in subject
        ? api.critical.recordCall({ params: { id: String(subject.reportId) }, body })
        : api.critical.recordUnreleasedCall({ params: { id: String(subject.unreleasedId) }, body }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useAllowMessage = (reportId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.critical.allowMessage({ params: { id: String(reportId) }, body: { reason } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useRemoveFlag = (criticalId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      api.critical.removeFlag({ params: { id: String(criticalId) }, body: { reason } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })
