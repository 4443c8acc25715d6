import { useQuery } from '@tanstack/react-query'
import type { Receiver } from '@zelab/contract'
import { replayBody } from '@zelab/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { SendingItem } from '../../../entities/sending/sending-item.tsx'
import { serverNow } from '../../../lib/activity-clock.ts'
import { localMoment } from '../../../lib/local-moment.ts'
import { Hint } from '../../../ui/display/inline.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { MomentField } from '../../../ui/form/moment-field.tsx'
import { momentResolver } from '../../../ui/form/moment-resolver.ts'
import { RecordList } from '../../../ui/list/record-list.tsx'
import { attemptsQuery, useReplay } from './queries.ts'
import * as texts from './texts.ts'

interface ReceiverDialogProps {
  receiver: Receiver
  onClose: () => void
}

export function LogDialog({ receiver: { id, name }, onClose }: ReceiverDialogProps) {
  const [page, setPage] = useState(1)
  return (
    <FormModal opened onClose={onClose} title={texts.logOf(name)} size="48rem">
      <Hint pb="sm">{texts.logHint}</Hint>
      <RecordList
        query={useQuery(attemptsQuery(id, page))}
        label={texts.logOf(name)}
        nothing={texts.nothingLogged}
        onPageChange={setPage}
      >
        {(sending) => <SendingItem key={sending.id} name={texts.report(sending.report)} sending={sending} />}
      </RecordList>
    </FormModal>
  )
}

const DAY_MS = 24 * 60 * 60_000

export function ReplayDialog({ receiver: { id, name }, onClose }: ReceiverDialogProps) {
  const replay = useReplay(id)
  const form = useForm({
    resolver: momentResolver(replayBody, ['since'], () => []),
    defaultValues: { since: localMoment(new Date(serverNow() - DAY_MS).toISOString()) },
  })
  return (
    <FormDialog
      title={texts.replayTitle(name)}
      lead={texts.replayHint}
      form={form}
      onSave={async (checked) => toastSuccess(texts.queued(await replay.mutateAsync(checked)))}
      success={null}
      submitLabel={texts.replay}
      onClose={onClose}
      size="md"
    >
      <MomentField label={texts.since} form={form} name="since" required />
    </FormDialog>
  )
}
