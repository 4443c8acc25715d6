import type { InboxSource } from '@zelab/contract'
import { useRemoveInboxSource } from '../queries.ts'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.ts'
import * as texts from './texts.tsx'

interface RemoveSourceProps {
  labId: number
  source: InboxSource
  onCancel: () => void
  onRemoved: () => void
}

export function RemoveSource({ labId, source, onCancel, onRemoved }: RemoveSourceProps) {
  const remove = useRemoveInboxSource(labId)
  return (
    <ConfirmDialog
      isOpen
      title={texts.askRemove}
      message={texts.removeQuestion(source.name)}
      confirmLabel={texts.remove}
      pendingLabel={texts.removing}
      isPending={remove.isPending}
      isDangerous
      onConfirm={() =>
        remove.mutate(source.id, {
          onSuccess: () => {
            toastSuccess(texts.removed)
            onRemoved()
          },
          onError: (error) => {
            toastError(error)
            onCancel()
          },
        })
      }
      onCancel={onCancel}
    />
  )
}
