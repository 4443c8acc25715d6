import type { InboxItem, InboxPublishMatched, InboxPublishOutcome } from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { toastError } from '../../../ui/feedback/toasts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

const bodyOf = (items: readonly InboxItem[]): InboxPublishMatched => ({
  items: items.flatMap(({ id, patient, title, reportType }) =>
    patient && title !== null && reportType
      ? [{ id, patientId: patient.id, reportTypeId: reportType.id, title }]
      : [],
  ),
})

export const usePublishReady = (items: readonly InboxItem[]) => {
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set())
  const [outcomes, setOutcomes] = useState<readonly InboxPublishOutcome[]>()
  const [failure, setFailure] = useState<string>()
  // A retry repeats the same request; items published by the first attempt are reported as published.
  const [sent, setSent] = useState<InboxPublishMatched>()
  const { mutate, isPending } = useEndpoint(api.inbox.publishMatched)
  const selected = items.filter(({ id }) => !deselected.has(id))
  const send = (body: InboxPublishMatched) => {
    setSent(body)
    setFailure(undefined)
    mutate(
      { body },
      {
        onSuccess: ({ data }) => setOutcomes(data),
        onError: (error) => {
          setFailure(messageOf(error, FALLBACK.publish))
          toastError(error, FALLBACK.publish)
        },
      },
    )
  }
  return {
    selected,
    outcomes,
    failure,
    isPending,
    /** After a failure the same selection must be sent again. */
    isFixed: isPending || sent !== undefined,
    isSelected: (id: number) => !deselected.has(id),
    toggle: (id: number) => {
      const next = new Set(deselected)
      if (!next.delete(id)) next.add(id)
      setDeselected(next)
    },
    selectAll: () => setDeselected(new Set()),
    selectNone: () => setDeselected(new Set(items.map(({ id }) => id))),
    publish: () => send(sent ?? bodyOf(selected)),
  }
}
