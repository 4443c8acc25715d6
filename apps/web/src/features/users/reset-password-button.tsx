import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useForgotPassword } from '../../lib/queries/auth.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import * as texts from './texts.ts'

/** Mails the user a link to set a new password; nobody else ever learns it (AMB-18). */
export function ResetPasswordButton({ user }: { user: StaffMember }) {
  const sendLink = useForgotPassword()
  return (
    <SubmitButton
      variant="default"
      size="xs"
      isPending={sendLink.isPending}
      pendingLabel={texts.sendingLink}
      // Nobody signs in with the account, and the server would send nothing.
      disabled={user.status === 'deactivated'}
      onClick={() =>
        sendLink.mutate(user.email, {
          onSuccess: () => toastSuccess(SUCCESS.resetLinkSent),
          onError: (error) => toastError(error),
        })
      }
    >
      {texts.resetPassword}
    </SubmitButton>
  )
}
