import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ListedCritical } from '@zelab/contract'
import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { toastError, toastProblem } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { CallQueue } from './call-queue.tsx'
import * as texts from './texts.ts'

const SHOWN = 20

interface RecordCallButtonProps {
  /** A report, or one that awaits release. */
  record: { type: string; id: number }
  label: string
}

/** Records a call outside the list of critical results, and goes on with the next one. */
export function RecordCallButton({ record, label }: RecordCallButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [calling, setCalling] = useState<ListedCritical>()
  const query = endpointQuery(api.critical.list, { query: { list: 'open', page: 1, limit: SHOWN } })
  const { data, refetch } = useQuery({ ...query, enabled: calling !== undefined })
  const open = async () => {
    setIsAsked(true)
    const { data: found, error } = await refetch()
    setIsAsked(false)
    if (!found) return toastError(error)
    const result = found.data.find(
      ({ awaitsRelease, report }) =>
        report.id === record.id && awaitsRelease === (record.type === 'unreleased'),
    )
    if (result) setCalling(result)
    else toastProblem(texts.notOpen)
  }
  return (
    <>
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
      {calling && <CallQueue results={data?.data ?? []} calling={calling} onCall={setCalling} />}
    </>
  )
}
