import { useMutation, useQuery } from '@tanstack/react-query'
import type { CriticalCallFields } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { changesOf } from '../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

/** A report, or one that awaits release, as the page shows it. */
export type CriticalSubject =
  | { reportId: number; version: number; sha256: string }
  | { unreleasedId: number; revision: number; sha256: string }

export const criticalOfQuery = (subject: { reportId: number } | { unreleasedId: number }) =>
  'reportId' in subject
    ? endpointQuery(api.critical.getOfReport, { params: { id: subject.reportId } })
    : endpointQuery(api.critical.getOfUnreleased, { params: { id: subject.unreleasedId } })

/** False while a page waits for the critical result, whose card would move what is below it. */
export const useIsCriticalKnown = (
  subject: { reportId: number } | { unreleasedId: number },
  isAsked: boolean,
): boolean => {
  const isUsed = useUsesCritical()
  const { isPending } = useQuery({ ...criticalOfQuery(subject), enabled: isUsed && isAsked })
  return !isUsed || !isPending
}

/** Version and file that a decision names; the server refuses any but the current one. */
const seenOf = ({ sha256, ...subject }: CriticalSubject) =>
  'reportId' in subject ? { version: subject.version, sha256 } : { revision: subject.revision, sha256 }

export const useFlagCritical = () =>
  useMutation({
    mutationFn: (subject: CriticalSubject) =>
      'reportId' in subject
        ? api.critical.flag({
            params: { id: subject.reportId },
            body: { version: subject.version, sha256: subject.sha256 },
          })
        : api.critical.flagUnreleased({
            params: { id: subject.unreleasedId },
            body: { revision: subject.revision, sha256: subject.sha256 },
          }),
    meta: changesOf(api.critical.flag),
  })

export const useRecordCall = () =>
  useMutation({
    mutationFn: ({ subject, call }: { subject: CriticalSubject; call: CriticalCallFields }) =>
      'reportId' in subject
        ? api.critical.recordCall({
            params: { id: subject.reportId },
            body: { ...call, version: subject.version, sha256: subject.sha256 },
          })
        : api.critical.recordUnreleasedCall({
            params: { id: subject.unreleasedId },
            body: { ...call, revision: subject.revision, sha256: subject.sha256 },
          }),
    meta: changesOf(api.critical.recordCall),
  })

export const useAllowMessage = () =>
  useMutation({
    mutationFn: ({
      reason,
      subject: { reportId, version, sha256 },
    }: {
      reason: string
      subject: Extract<CriticalSubject, { reportId: number }>
    }) => api.critical.allowMessage({ params: { id: reportId }, body: { reason, version, sha256 } }),
    meta: changesOf(api.critical.allowMessage),
  })

export const useRemoveFlag = (criticalId: number) =>
  useMutation({
    mutationFn: ({ reason, subject }: { reason: string; subject: CriticalSubject }) =>
      api.critical.removeFlag({ params: { id: criticalId }, body: { reason, ...seenOf(subject) } }),
    meta: changesOf(api.critical.removeFlag),
  })
