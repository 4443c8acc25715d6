import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { IconKey } from '@tabler/icons-react'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useChangePassword } from '../../lib/queries/account.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/toasts.ts'

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' }
const PATHS = ['currentPassword', 'password', 'confirmPassword'] as const

/** Asks for the present password and the new one; all other sessions of the user end. */
export function ChangePassword() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        Change Password
      </Button>
      <Modal opened={isOpen} onClose={close} title="Change password" size="26rem">
        <ChangePasswordForm onDone={close} />
      </Modal>
    </>
  )
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const change = useChangePassword()
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: EMPTY,
    resolver: zodResolver(changePasswordBody),
  })
  const { errors } = formState
  const submit = handleSubmit(async (fields) => {
    try {
      await change.mutateAsync(fields)
    } catch (error) {
      toastError(error)
      return showFieldErrors(error, PATHS, setError)
    }
    toastSuccess(SUCCESS.passwordChanged)
    onDone()
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          data-autofocus
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Text size="sm" c="dimmed">
          At least 8 characters. You stay signed in here; everywhere else you are signed out.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={change.isPending}>
            Cancel
          </Button>
          <SubmitButton isPending={change.isPending} pendingLabel="Changing...">
            Change Password
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
