import { Portal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useLogout } from '../lib/queries/account.ts'
import { forgetSession } from '../lib/session.ts'
import { cleanUploads } from '../lib/upload-cleanup.ts'
import { useSessionStore } from '../lib/session-store.ts'
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx'
import { FullScreenSpinner } from '../ui/feedback/spinner.tsx'
import { toastError, toastProblem, toastSuccess } from '../ui/feedback/toasts.ts'
import * as texts from './texts.tsx'

interface LogoutDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Logs out after a confirmation. After a failure the user stays signed in (AMB-20). */
export function LogoutDialog({ isOpen, onClose }: LogoutDialogProps) {
  const router = useRouter()
  const logout = useLogout()
  const leave = async () => {
    let ended
    try {
      ended = await logout.mutateAsync()
    } catch (error) {
      onClose()
      return toastError(error)
    }
    useSessionStore.setState({ forgetsOrigin: true })
    forgetSession()
    void cleanUploads('signed out')
    const { endAt, openAt } = ended
    if (openAt === null) toastSuccess(SUCCESS.logout)
    else toastProblem(texts.staysOpenAt(openAt))
    await router.navigate({ to: '/', replace: true })
    if (endAt !== null) window.location.assign(endAt)
  }
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.logout}
        message={CONFIRM.logout}
        confirmLabel={texts.logout}
        pendingLabel={texts.loggingOut}
        isPending={logout.isPending}
        hasSpinner={false}
        onConfirm={() => void leave()}
        onCancel={onClose}
      />
      {logout.isPending && (
        <Portal>
          <FullScreenSpinner label={texts.pleaseWait} isVeil />
        </Portal>
      )}
    </>
  )
}
