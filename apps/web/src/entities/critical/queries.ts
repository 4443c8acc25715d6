import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { CallInput, contract, CriticalCallFields, CriticalList } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { AFTER_STATUS_CHANGE, CACHE } from '../../lib/queries/keys.ts'

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

/** A report, or one that awaits release, as the page shows it. */
export type CriticalSubject =
  | { reportId: number; version: number; sha256: string }
  | { unreleasedId: number; revision: number; sha256: string }

export const criticalOfQuery = (subject: { reportId: number } | { unreleasedId: number }) =>
  queryOptions({
    queryKey: [
      CACHE.critical,
      'of',
      ...('reportId' in subject ? ['report', subject.reportId] : ['unreleased', subject.unreleasedId]),
    ],
    queryFn: async ({ signal }) =>
      (
        await ('reportId' in subject
          ? api.critical.getOfReport({ params: { id: String(subject.reportId) } }, { signal })
          : api.critical.getOfUnreleased({ params: { id: String(subject.unreleasedId) } }, { signal }))
      ).data,
  })

/** False while a page waits for the critical result, whose card would move what is below it. */
export const useIsCriticalKnown = (
  subject: { reportId: number } | { unreleasedId: number },
  isAsked: boolean,
): boolean => {
  const isUsed = useUsesCritical()
  const { isPending } = useQuery({ ...criticalOfQuery(subject), enabled: isUsed && isAsked })
  return !isUsed || !isPending
}

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

const AFTER_CHANGE = [
  ...AFTER_STATUS_CHANGE,
  CACHE.critical,
  CACHE.deliveries,
  CACHE.sendOptions,
  CACHE.release,
  // Shown again when it was changed meanwhile.
  CACHE.report,
] as const

/** Version and file that a decision names; the server refuses any but the current one. */
const seenOf = ({ sha256, ...subject }: CriticalSubject) =>
  'reportId' in subject ? { version: subject.version, sha256 } : { revision: subject.revision, sha256 }

export const useFlagCritical = () =>
  useMutation({
    mutationFn: (subject: CriticalSubject) =>
      'reportId' in subject
        ? api.critical.flag({
            params: { id: String(subject.reportId) },
            body: { version: subject.version, sha256: subject.sha256 },
          })
        : api.critical.flagUnreleased({
            params: { id: String(subject.unreleasedId) },
            body: { revision: subject.revision, sha256: subject.sha256 },
          }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useRecordCall = () =>
  useMutation({
    mutationFn: ({ subject, call }: { subject: CriticalSubject; call: CriticalCallFields }) =>
      'reportId' in subject
        ? api.critical.recordCall({
            params: { id: String(subject.reportId) },
            body: { ...call, version: subject.version, sha256: subject.sha256 },
          })
        : api.critical.recordUnreleasedCall({
            params: { id: String(subject.unreleasedId) },
            body: { ...call, revision: subject.revision, sha256: subject.sha256 },
          }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useAllowMessage = () =>
  useMutation({
    mutationFn: ({
      reason,
      subject: { reportId, version, sha256 },
    }: {
      reason: string
      subject: Extract<CriticalSubject, { reportId: number }>
    }) => api.critical.allowMessage({ params: { id: String(reportId) }, body: { reason, version, sha256 } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useRemoveFlag = (criticalId: number) =>
  useMutation({
    mutationFn: ({ reason, subject }: { reason: string; subject: CriticalSubject }) =>
      api.critical.removeFlag({ params: { id: String(criticalId) }, body: { reason, ...seenOf(subject) } }),
    meta: { invalidates: AFTER_CHANGE, afterRefusal: true },
  })

export const useConfirmRestored = () =>
  useMutation({
    mutationFn: () => api.critical.confirmRestored(),
    meta: { invalidates: [CACHE.critical] },
  })
