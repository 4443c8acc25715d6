import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import * as texts from './texts.tsx'

interface PasswordQuestionProps {
  title: string
  text: string
  confirmLabel: string
  isPending: boolean
  onConfirm: (password: string) => Promise<unknown>
  onCancel: () => void
}

/** Makes sure that it is the user who changes how the account is protected. */
export function PasswordQuestion({ title, text, confirmLabel, isPending, ...on }: PasswordQuestionProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      await on.onConfirm(password)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Modal opened onClose={on.onCancel} title={title} size="26rem">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={problem}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={on.onCancel} disabled={isPending}>
              {texts.cancel}
            </Button>
            <SubmitButton isPending={isPending}>{confirmLabel}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
