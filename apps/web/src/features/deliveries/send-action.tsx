import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { useRef, useState } from 'react'
import { useCan } from '../../lib/session-store.ts'
import * as texts from './texts.ts'
import { SendDialog } from './send/send-dialog.tsx'

interface SendActionProps {
  report: Report
  isOpen: boolean
  onClosed: () => void
}

export function SendAction({ report, isOpen, onClosed }: SendActionProps) {
  const may = useCan()
  const [isSending, setIsSending] = useState(isOpen)
  const opener = useRef<HTMLButtonElement>(null)
  if (!may('reports:send') || report.withdrawal) return null
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} />}
        onClick={() => setIsSending(true)}
      >
        {texts.sendToPatient}
      </Button>
      {isSending && (
        <SendDialog
          reportId={report.id}
          patient={report.patient}
          onClose={() => {
            setIsSending(false)
            onClosed()
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}
