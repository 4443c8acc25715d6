import { SUCCESS } from '@zelab/contract/messages'
import { useState, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { api } from '../../lib/api-client.ts'
import { isRefusal } from '../../lib/api-error.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { showRefusal } from '../../ui/form/form-resolver.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

interface ConfirmedFormDialogProps<Fields extends FieldValues, Checked> extends Omit<
  ComponentProps<typeof FormDialog<Fields, Checked>>,
  'onSave' | 'onSaved' | 'onRefusal'
> {
  onSave: (checked: Checked) => Promise<unknown>
}

/** A form whose change may need an identity check. It closes once saved, also after the check. */
export function ConfirmedFormDialog<Fields extends FieldValues, Checked>({
  form,
  onSave,
  onClose,
  success = SUCCESS.saved,
  ...dialog
}: ConfirmedFormDialogProps<Fields, Checked>) {
  const identity = useConfirmedIdentity()
  const save = async (checked: Checked) => {
    await onSave(checked)
    if (success !== null) toastSuccess(success)
    onClose()
  }
  return (
    <>
      <FormDialog
        {...dialog}
        form={form}
        onSave={(checked) =>
          identity.run(
            () => save(checked),
            (error) => showRefusal(error, form),
          )
        }
        onSaved={() => undefined}
        success={null}
        onClose={onClose}
      />
      {identity.dialog}
    </>
  )
}

interface Waiting {
  act: () => Promise<void>
  onRefusal: (error: unknown) => void
}

/** Runs an action, and again after an identity check when the server asks for one. */
export const useConfirmedIdentity = () => {
  const [waiting, setWaiting] = useState<Waiting>()
  const confirm = useEndpoint(api.auth.confirmIdentity)
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
        await confirm.mutateAsync({ body: proof })
        setWaiting(undefined)
        await waiting.act().catch(waiting.onRefusal)
      }}
      onCancel={() => setWaiting(undefined)}
    />
  )
  return { run, dialog }
}
