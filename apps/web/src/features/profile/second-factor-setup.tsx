import { Text, TextInput } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../lib/api-error.ts'
import { readSession } from '../../lib/queries/account.ts'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../ui/form/form-resolver.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import * as words from '../../ui/form/texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import * as texts from './texts.tsx'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

export function SecondFactorSetup({ isReplacing, onClose }: { isReplacing: boolean; onClose: () => void }) {
  const start = useEndpoint(api.auth.startSecondFactor)
  const confirm = useEndpoint(api.auth.confirmSecondFactor)
  const codes = confirm.data?.data.recoveryCodes
  const finish = async () => {
    await readSession()
    toastSuccess(isReplacing ? SUCCESS.secondFactorReplaced : SUCCESS.secondFactorOn)
    onClose()
  }
  if (codes && codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => void finish()} />
  const title = isReplacing ? texts.replaceSecondFactor : texts.setUpSecondFactor
  if (!start.data)
    return (
      <ReauthenticationDialog
        title={title}
        text={isReplacing ? texts.replaceHint : texts.setUpHint}
        confirmLabel={texts.continueSetUp}
        onConfirm={(proof) => start.mutateAsync({ body: proof })}
        onCancel={onClose}
      />
    )
  return (
    <ConfirmDialog
      {...start.data.data}
      title={title}
      submitLabel={isReplacing ? texts.replace : texts.switchOn}
      onSave={async (code) => {
        const { data } = await confirm.mutateAsync({ body: { code } })
        // The codes of a passkey stay.
        if (data.recoveryCodes.length === 0) await finish()
      }}
      onClose={onClose}
    />
  )
}

interface ConfirmDialogProps {
  title: string
  secret: string
  qrCode: string
  submitLabel: string
  onSave: (code: string) => Promise<unknown>
  onClose: () => void
}

function ConfirmDialog({ secret, qrCode, onSave, submitLabel, ...dialog }: ConfirmDialogProps) {
  const form = useForm({ defaultValues: { code: '' } })
  return (
    <FormDialog
      {...dialog}
      lead={texts.scanHint}
      form={form}
      isSecret
      onSave={({ code }) => onSave(code)}
      onRefusal={(error) => form.setError('code', { message: messageOf(error) })}
      onSaved={() => undefined}
      success={null}
      submitLabel={submitLabel}
      pendingLabel={submitLabel}
      size="28rem"
    >
      <img className={classes.qrCode} src={qrCode} alt={texts.qrCode} width={200} height={200} />
      <Text ff="monospace" size="sm" ta="center">
        <Ltr>{secret.match(/.{1,4}/g)?.join(' ') ?? secret}</Ltr>
      </Text>
      <TextInput
        label={words.authenticationCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        data-autofocus
        {...fieldProps(form, 'code')}
      />
    </FormDialog>
  )
}
