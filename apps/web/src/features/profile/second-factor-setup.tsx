import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import {
  finishSecondFactor,
  useConfirmSecondFactor,
  useStartSecondFactor,
} from '../../lib/queries/account.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toastSuccess } from '../../ui/toasts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import * as texts from './texts.tsx'

/** Shows the QR code, checks a first code of the app, then shows the recovery codes once. */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  const { mutate } = start
  useEffect(() => mutate(), [mutate])

  const codes = confirm.data?.data.recoveryCodes
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          finishSecondFactor()
          toastSuccess(SUCCESS.secondFactorOn)
          onClose()
        }}
      />
    )
  return (
    <Modal opened onClose={onClose} title={texts.setUpSecondFactor} size="28rem">
      {start.error ? (
        <ErrorState error={start.error} onRetry={() => start.mutate()} />
      ) : start.data ? (
        <ConfirmForm
          {...start.data.data}
          isPending={confirm.isPending}
          onConfirm={(code) => confirm.mutateAsync(code)}
          onCancel={onClose}
        />
      ) : (
        <Spinner label={texts.makingASecret} />
      )}
    </Modal>
  )
}

interface ConfirmFormProps {
  secret: string
  qrCode: string
  isPending: boolean
  onConfirm: (code: string) => Promise<unknown>
  onCancel: () => void
}

function ConfirmForm({ secret, qrCode, isPending, onConfirm, onCancel }: ConfirmFormProps) {
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
          // The dialog was open before this field was in it.
          autoFocus
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={isPending}>{texts.switchOn}</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
