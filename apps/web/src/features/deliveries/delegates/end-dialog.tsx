import type { Delegate } from '@zelab/contract'
import { useEndDelegate } from './queries.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'
import * as shared from '../../../ui/texts.ts'

export function EndDialog({ delegate, onClose }: { delegate: Delegate; onClose: () => void }) {
  const end = useEndDelegate()
  return (
    <ConfirmDialog
      isOpen
      title={texts.askEnd(delegate.fullName)}
      message={texts.endMessage}
      confirmLabel={texts.endAccess}
      pendingLabel={shared.saving}
      isPending={end.isPending}
      isDangerous
      onConfirm={() =>
        end.mutate(delegate.id, {
          onSuccess: () => toastSuccess(texts.accessEnded),
          onError: (error) => toastError(error),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  )
}
