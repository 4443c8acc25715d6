import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { useShowReset } from './reset-notice.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** Emails a reset link after a confirmation by name; the Admin never learns a password (AMB-18). */
export function ResetPasswordButton({ user }: { user: StaffMember }) {
  const [isAsking, setIsAsking] = useState(false)
  const sendLink = useEndpoint(api.auth.forgotPassword)
  const showReset = useShowReset()
  const send = () => {
    setIsAsking(false)
    sendLink.mutate(
      { body: { email: user.email } },
      {
        onSuccess: () => {
          toastSuccess(SUCCESS.resetLinkSent)
          showReset({ title: texts.linkSent(user.fullName), hint: texts.linkSentHint(user.email) })
        },
        onError: (error) => toastError(error),
      },
    )
  }
  return (
    <>
      <SubmitButton
        variant="default"
        size="xs"
        isPending={sendLink.isPending}
        pendingLabel={texts.sendingLink}
        aria-label={texts.resetPasswordOf(user.fullName)}
        // The server sends no link to a deactivated account.
        disabled={user.status === 'deactivated'}
        onClick={() => setIsAsking(true)}
      >
        {texts.resetPassword}
      </SubmitButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askResetPassword(user.fullName)}
        message={texts.resetPasswordQuestion(user.email)}
        confirmLabel={texts.sendLink}
        onConfirm={send}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
