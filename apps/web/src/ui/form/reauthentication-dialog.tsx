import { useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { FormDialog } from './form-dialog.tsx'
import { fieldProps } from './form-resolver.ts'
import { CodeField, PasswordField } from './password-field.tsx'
import * as texts from '../texts.ts'

export interface IdentityProof {
  password: string
  /** Required when the second factor is on. */
  code?: string
}

interface ReauthenticationDialogProps {
  title: string
  text: string
  confirmLabel: string
  isDangerous?: boolean
  onConfirm: (proof: IdentityProof) => Promise<unknown>
  onCancel: () => void
}

/** Confirms password and second factor before sign-in settings change. It stays open until the page closes it. */
export function ReauthenticationDialog({
  text,
  confirmLabel,
  onConfirm,
  onCancel,
  ...dialog
}: ReauthenticationDialogProps) {
  const needsCode = useSessionStore(({ session }) => session?.secondFactor === 'on')
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const showProblem = (error: unknown) => {
    const isCode = needsCode && error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
    form.setError(isCode ? 'code' : 'password', { message: messageOf(error) })
  }
  return (
    <FormDialog
      {...dialog}
      lead={text}
      form={form}
      isSecret
      onSave={({ password, code }) => onConfirm({ password, ...(needsCode && { code }) })}
      onRefusal={showProblem}
      onSaved={() => undefined}
      success={null}
      submitLabel={confirmLabel}
      pendingLabel={confirmLabel}
      onClose={onCancel}
      size="26rem"
    >
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        data-autofocus
        {...fieldProps(form, 'password')}
      />
      {needsCode && <CodeField {...fieldProps(form, 'code')} />}
    </FormDialog>
  )
}
