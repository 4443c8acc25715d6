import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useResetSecondFactor } from '../../lib/queries/users.ts'
import { ReauthenticationDialog } from '../../ui/feedback/reauthentication-dialog.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'

/** Confirms by name, and with the Admin's own password, that a user's lost second factor is removed. */
export function ResetSecondFactor({ user, onClose }: { user: StaffMember; onClose: () => void }) {
  const reset = useResetSecondFactor()
  return (
    <ReauthenticationDialog
      title={texts.askResetSecondFactor(user.fullName)}
      text={texts.resetSecondFactorQuestion(user.fullName, user.email)}
      confirmLabel={texts.resetSecondFactor}
      isPending={reset.isPending}
      isDangerous
      onConfirm={async (proof) => {
        await reset.mutateAsync({ id: user.id, proof })
        toastSuccess(SUCCESS.secondFactorReset)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
