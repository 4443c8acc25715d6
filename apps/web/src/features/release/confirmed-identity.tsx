import { useState } from 'react'
import { isRefusal } from '../../lib/api-error.ts'
import { ReauthenticationDialog } from '../../ui/form/reauthentication-dialog.tsx'
import { useConfirmIdentity } from './queries.ts'
import * as texts from './texts.ts'

/** Runs an action, and again after the password when the server asks for it. */
export const useConfirmedIdentity = () => {
  const [waiting, setWaiting] = useState<() => Promise<void>>()
  const confirm = useConfirmIdentity()
  const run = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      if (!isRefusal(error, 'IDENTITY_CHECK_REQUIRED')) throw error
      setWaiting(() => act)
    }
  }
  const dialog = waiting && (
    <ReauthenticationDialog
      title={texts.confirmPassword}
      text={texts.confirmPasswordText}
      confirmLabel={texts.confirm}
      onConfirm={async (proof) => {
        await confirm.mutateAsync(proof)
        setWaiting(undefined)
        await waiting()
      }}
      onCancel={() => setWaiting(undefined)}
    />
  )
  return { run, dialog }
}
