import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { CodeField } from '../form/code-field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { SubmitButton } from '../form/submit-button.tsx'
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
  isPending: boolean
  isDangerous?: boolean
  /** Rejects with the server's refusal, which is shown at the field. */
  onConfirm: (proof: IdentityProof) => Promise<unknown>
  onCancel: () => void
}

/** Confirms password and second factor before sign-in settings change. */
export function ReauthenticationDialog(props: ReauthenticationDialogProps) {
  const { title, text, confirmLabel, isPending, isDangerous = false, onConfirm, onCancel } = props
  const id = useId()
  const needsCode = useSessionStore(({ session }) => session?.secondFactor === 'on')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ isCode: boolean; message: string }>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      await onConfirm({ password, ...(needsCode && { code }) })
    } catch (error) {
      const isCode =
        needsCode && error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
      setProblem({ isCode, message: messageOf(error) })
    }
  }
  return (
    <Modal id={id} opened onClose={() => !isPending && onCancel()} title={title} size="26rem">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text id={`${id}-body`} size="sm">
            {text}
          </Text>
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={problem && !problem.isCode && problem.message}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {needsCode && (
            <CodeField
              value={code}
              error={problem?.isCode && problem.message}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel} disabled={isPending}>
              {texts.cancel}
            </Button>
            <SubmitButton {...(isDangerous && { color: 'red' })} isPending={isPending}>
              {confirmLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
