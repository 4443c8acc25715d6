import { TextInput } from '@mantine/core'
import { addPasskeyForm, passkeyNameBody, type Passkey } from '@zelab/contract'
import { IdentityFields } from '../../entities/identity/identity-fields.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { readSession } from '../../lib/queries/account.ts'
import { useAddPasskey } from './queries.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, showRefusal, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { password } from '../../ui/form/texts.ts'
import { deviceOf } from './device-name.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import * as texts from './texts.tsx'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** The identity check, then the device asks its user; the first second factor comes with recovery codes. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey()
  const form = useSchemaForm(addPasskeyForm, {
    defaultValues: {
      name: deviceOf(navigator.userAgent),
      ...{ password: '', code: '', passkey: undefined, provider: undefined },
    },
  })
  const codes = add.data?.recoveryCodes
  const finish = async () => {
    await readSession()
    toastSuccess(texts.passkeyAdded)
    onClose()
  }
  const showProblem = async (error: unknown) => {
    if (error instanceof ApiError) return showRefusal(error, form)
    const { passkeyProblem } = await import('../../entities/identity/passkeys.ts')
    const problem = passkeyProblem(error)
    if (problem !== undefined) toastError(error, problem)
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void finish()} />
  return (
    <FormDialog
      title={texts.addPasskey}
      lead={texts.addPasskeyHint}
      form={form}
      isSecret
      onSave={async ({ name, code, ...proof }) => {
        const added = await add.mutateAsync({ name, proof: { ...proof, ...(code && { code }) } })
        if (!added.recoveryCodes) await finish()
      }}
      onRefusal={(error) => void showProblem(error)}
      onSaved={() => undefined}
      success={null}
      submitLabel={texts.continueSetUp}
      pendingLabel={texts.continueSetUp}
      onClose={onClose}
      size="26rem"
    >
      <TextInput label={texts.passkeyName} {...fieldProps(form, 'name')} />
      <IdentityFields form={form} name="password" label={password} />
    </FormDialog>
  )
}

export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useEndpoint(api.passkeys.rename, { id })
  const form = useSchemaForm(passkeyNameBody, { defaultValues: { name } })
  return (
    <FormDialog
      title={texts.renamePasskey}
      form={form}
      needsChange
      onSave={rename.mutateAsync}
      onClose={onClose}
      size="26rem"
    >
      <TextInput label={texts.passkeyName} data-autofocus {...fieldProps(form, 'name')} />
    </FormDialog>
  )
}
