import type { Delegate, PatientRow } from '@zelab/contract'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'
import * as shared from '../../../ui/texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

interface EndDialogProps {
  patient: PatientRow
  delegate: Delegate
  onClose: () => void
}

export function EndDialog({ patient, delegate, onClose }: EndDialogProps) {
  const end = useEndpoint(pageApi.delegates.endDelegate, { id: delegate.id })
  return (
    <ConfirmDialog
      isOpen
      title={texts.askEnd(delegate.fullName)}
      head={<PatientStrip patient={patient} />}
      message={texts.endMessage}
      confirmLabel={texts.endAccess}
      pendingLabel={shared.saving}
      isPending={end.isPending}
      isDangerous
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: () => toastSuccess(texts.accessEnded),
          onError: (error) => toastError(error),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  )
}
