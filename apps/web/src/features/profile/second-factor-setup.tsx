import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import {
  finishSecondFactor,
  useConfirmSecondFactor,
  useStartSecondFactor,
} from '../../lib/queries/account.ts'
import { ReauthenticationDialog } from '../../ui/feedback/reauthentication-dialog.tsx'
import { Ltr } from '../../ui/display/ltr.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import * as texts from './texts.tsx'

export function SecondFactorSetup({ isReplacing, onClose }: { isReplacing: boolean; onClose: () => void }) {
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  const codes = confirm.data?.data.recoveryCodes
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          finishSecondFactor()
          toastSuccess(isReplacing ? SUCCESS.secondFactorReplaced : SUCCESS.secondFactorOn)
          onClose()
        }}
      />
    )
  const title = isReplacing ? texts.replaceSecondFactor : texts.setUpSecondFactor
  if (!start.data)
    return (
      <ReauthenticationDialog
        title={title}
        text={isReplacing ? texts.replaceHint : texts.setUpHint}
        confirmLabel={texts.continueSetUp}
        isPending={start.isPending}
        onConfirm={(proof) => start.mutateAsync(proof)}
        onCancel={onClose}
      />
    )
  return (
    <Modal opened onClose={onClose} title={title} size="28rem">
      <ConfirmForm
        {...start.data.data}
        isPending={confirm.isPending}
        confirmLabel={isReplacing ? texts.replace : texts.switchOn}
        onConfirm={(code) => confirm.mutateAsync(code)}
        onCancel={onClose}
      />
    </Modal>
  )
}

interface ConfirmFormProps {
  secret: string
  qrCode: string
  isPending: boolean
  confirmLabel: string
  onConfirm: (code: string) => Promise<unknown>
  onCancel: () => void
}

function ConfirmForm({ secret, qrCode, isPending, confirmLabel, onConfirm, onCancel }: ConfirmFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      await onConfirm(code)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.scanHint}</Text>
        <img className={classes.qrCode} src={qrCode} alt={texts.qrCode} width={200} height={200} />
        <p className={classes.secret}>
          <Ltr>{secret.match(/.{1,4}/g)?.join(' ') ?? secret}</Ltr>
        </p>
        <TextInput
          label={texts.authenticationCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          data-autofocus
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={isPending}>{confirmLabel}</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
