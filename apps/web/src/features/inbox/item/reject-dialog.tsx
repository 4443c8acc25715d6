import { ReasonFields } from '../../../entities/report/form/report-fields.tsx'
import type { OpenedInboxItem } from '@zelab/contract'
import { inboxRejectForm } from '@zelab/contract'
import { INBOX_REJECTED_DAYS } from '@zelab/contract/limits'
import { REJECTION_REASONS } from '@zelab/contract/reasons'
import { useRef } from 'react'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../../ui/form/form-resolver.ts'
import * as texts from './texts.ts'
import { noteRefusal, type OpenedItemProps } from './use-decision.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface RejectDialogProps extends Pick<OpenedItemProps, 'opened' | 'queue' | 'revision'> {
  item: OpenedInboxItem
  onClose: () => void
}

/** Rejects an item with a reason and opens the next one. The toast offers to undo. */
export function RejectDialog({
  item: { id, fileName },
  revision,
  opened,
  queue,
  onClose,
}: RejectDialogProps) {
  const form = useSchemaForm(inboxRejectForm, { defaultValues: { reason: '', note: '' } })
  const reject = useEndpoint(api.inbox.reject)
  const restore = useEndpoint(api.inbox.restore)
  const isDone = useRef(false)
  const undo = {
    label: texts.undo,
    follow: () =>
      restore.mutate(
        { params: { id } },
        {
          onSuccess: () => toastSuccess(texts.wasPutBack),
          onError: (problem) => toastError(problem),
        },
      ),
  }
  const close = () => {
    onClose()
    if (!isDone.current) return
    toastSuccess(texts.wasRejected(fileName), [undo])
    opened.keep()
    void queue.advance()
  }
  return (
    <FormDialog
      form={form}
      name="rejection"
      title={texts.rejectTitle}
      lead={texts.rejectHint(INBOX_REJECTED_DAYS)}
      size="md"
      success={null}
      submitLabel={texts.reject}
      pendingLabel={texts.rejecting}
      isDangerous
      onSave={async (body) => {
        try {
          await reject.mutateAsync({ params: { id: String(id) }, query: { revision }, body })
        } catch (error) {
          await noteRefusal(error, opened)
          throw error
        }
        isDone.current = true
      }}
      onClose={close}
    >
      <ReasonFields form={form} reasons={REJECTION_REASONS} isFirstField />
    </FormDialog>
  )
}
