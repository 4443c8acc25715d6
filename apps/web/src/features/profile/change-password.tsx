import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { SUCCESS } from '@zelab/contract/messages'
import { useForgotPassword } from '../../lib/queries/auth.ts'
import { toastError, toastSuccess } from '../../ui/toasts.ts'

/**
 * Mails a reset link to the signed-in user: the one way to a new password, which also ends all sessions that an
 * old password may have left open.
 */
export function ChangePassword({ email }: { email: string }) {
  const forgotPassword = useForgotPassword()
  const send = () =>
    forgotPassword.mutate(email, {
      onSuccess: () => toastSuccess(SUCCESS.resetLinkSent),
      onError: (error) => toastError(error),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconKey size={16} stroke={1.75} />}
      disabled={forgotPassword.isPending}
      onClick={send}
    >
      {forgotPassword.isPending ? 'Sending link...' : 'Change Password'}
    </Button>
  )
}
