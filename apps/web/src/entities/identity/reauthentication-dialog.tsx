import type { PasskeyAssertion } from '@zelab/contract'
import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { password } from '../../ui/form/texts.ts'
import { IdentityFields } from './identity-fields.tsx'

/** A passkey, a provider, or the password with a code if the second factor is on. */
export interface IdentityProof {
  password?: string
  code?: string
  passkey?: PasskeyAssertion
  provider?: true
}

interface ReauthenticationDialogProps {
  title: string
  text: string
  confirmLabel: string
  isDangerous?: boolean
  onConfirm: (proof: IdentityProof) => Promise<unknown>
  onCancel: () => void
}

interface Fields {
  password: string
  code: string
  passkey: PasskeyAssertion | undefined
  provider: true | undefined
}

const EMPTY: Fields = { password: '', code: '', passkey: undefined, provider: undefined }

const proofOf = ({ password: typed, code, passkey, provider }: Fields): IdentityProof => {
  if (passkey) return { passkey }
  if (provider) return { provider }
  return { password: typed, ...(code && { code }) }
}

/** An identity check before sign-in settings change. It stays open until the page closes it. */
export function ReauthenticationDialog({
  text,
  confirmLabel,
  onConfirm,
  onCancel,
  ...dialog
}: ReauthenticationDialogProps) {
  const form = useForm<Fields>({ defaultValues: EMPTY })
  const showProblem = (error: unknown) => {
    const isCode = error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
    const { passkey, provider } = form.getValues()
    const field = passkey ? 'passkey' : provider ? 'provider' : isCode ? 'code' : 'password'
    form.setError(field, { type: 'server', message: messageOf(error) })
  }
  return (
    <FormDialog
      {...dialog}
      lead={text}
      form={form}
      isSecret
      onSave={(fields) => onConfirm(proofOf(fields))}
      onRefusal={showProblem}
      onSaved={() => undefined}
      success={null}
      submitLabel={confirmLabel}
      pendingLabel={confirmLabel}
      onClose={onCancel}
      size="26rem"
    >
      <IdentityFields form={form} name="password" label={password} submitsAtOnce />
    </FormDialog>
  )
}
