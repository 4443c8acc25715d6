import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Hint } from '../../ui/display/hint.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { useChangePassword } from '../../lib/queries/account.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { CodeField } from '../../ui/form/code-field.tsx'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import * as texts from './texts.tsx'

const EMPTY = { currentPassword: '', code: '', password: '', confirmPassword: '' }

/** All other sessions of the user end. */
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
        {texts.changePassword}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.askChangePassword} size="26rem">
        <ChangePasswordForm onDone={close} />
      </Modal>
    </>
  )
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const change = useChangePassword()
  const needsCode = useSessionStore(({ session }) => session?.secondFactor === 'on')
  const form = useForm({ defaultValues: EMPTY, resolver: formResolver(changePasswordBody) })
  const { register, handleSubmit } = form
  const { errors } = form.formState
  const submit = handleSubmit(async (fields) => {
    try {
      await change.mutateAsync(fields)
    } catch (error) {
      return showRefusal(error, form)
    }
    toastSuccess(SUCCESS.passwordChanged)
    onDone()
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          data-autofocus
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        {needsCode && <CodeField error={errors.code?.message} {...register('code')} />}
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label={texts.confirmNewPassword}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Hint>{texts.passwordHint}</Hint>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={change.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={change.isPending} pendingLabel={texts.changing}>
            {texts.changePassword}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
