import { useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import { isRefusal } from '../../lib/api-error.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import * as texts from './texts.ts'

interface Waiting {
  act: () => Promise<void>
  onRefusal: (error: unknown) => void
}

/** Runs an action, and again after an identity check when the server asks for one. */
export const useConfirmedIdentity = () => {
  const [waiting, setWaiting] = useState<Waiting>()
  const confirm = useMutation({
    mutationFn: (body: CallInput<typeof contract.auth.confirmIdentity>['body']) =>
      api.auth.confirmIdentity({ body }),
  })
  /** @param onRefusal shows a refusal of the second run; a toast by default */
  const run = async (
    act: () => Promise<void>,
    onRefusal: (error: unknown) => void = (error) => toastError(error),
  ): Promise<void> => {
    try {
      await act()
    } catch (error) {
      if (!isRefusal(error, 'IDENTITY_CHECK_REQUIRED')) throw error
      setWaiting({ act, onRefusal })
    }
  }
  const dialog = waiting && (
    <ReauthenticationDialog
      title={texts.confirmIdentity}
      text={texts.confirmIdentityText}
      confirmLabel={texts.confirm}
      onConfirm={async (proof) => {
        await confirm.mutateAsync(proof)
        setWaiting(undefined)
        await waiting.act().catch(waiting.onRefusal)
      }}
      onCancel={() => setWaiting(undefined)}
    />
  )
  return { run, dialog }
}
