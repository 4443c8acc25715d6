import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ListedCritical } from '@zelab/contract'
import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { toastError, toastProblem } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { CallQueue, type CallQueueProps } from './call-queue.tsx'
import * as texts from './texts.ts'

const openResults = endpointQuery(api.critical.list, { query: { list: 'open', page: 1, limit: 20 } })

interface RecordCallButtonProps {
  /** A report, or one that awaits release. */
  record: { type: string; id: number }
  label: string
  onCall: (result: ListedCritical) => void
}

/** Looks up the open result of a record, outside the list of critical results. */
export function RecordCallButton({ record, label, onCall }: RecordCallButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { refetch } = useQuery({ ...openResults, enabled: false })
  const open = async () => {
    setIsAsked(true)
    const { data: found, error } = await refetch()
    setIsAsked(false)
    if (!found) return toastError(error)
    const result = found.data.find(
      ({ awaitsRelease, report }) =>
        report.id === record.id && awaitsRelease === (record.type === 'unreleased'),
    )
    if (result) onCall(result)
    else toastProblem(texts.notOpen)
  }
  return (
    <SubmitButton
      size="xs"
      variant="default"
      isPending={isAsked}
      aria-label={label}
      leftSection={<IconPhoneCall size={16} stroke={1.75} />}
      onClick={() => void open()}
    >
      {texts.recordCall}
    </SubmitButton>
  )
}

/** The calls that a button began. It stays while rows leave the page. */
export function RecordedCalls({ calling, onCall }: Omit<CallQueueProps, 'results'>) {
  const { data } = useQuery(openResults)
  return <CallQueue results={data?.data ?? []} calling={calling} onCall={onCall} />
}
