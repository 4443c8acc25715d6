import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useChangePassword } from '../../lib/queries/account.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { Hint } from '../../ui/display/inline.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { CodeField, PasswordField } from '../../ui/form/password-field.tsx'
import * as texts from './texts.tsx'

/** All other sessions of the user end. */
export function ChangePassword() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        {texts.changePassword}
      </Button>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const EMPTY = { currentPassword: '', code: '', password: '', confirmPassword: '' }

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const needsCode = useSessionStore(({ session }) => session?.secondFactor === 'on')
  const form = useSchemaForm(changePasswordBody, { defaultValues: EMPTY })
  return (
    <FormDialog
      title={texts.askChangePassword}
      form={form}
      isSecret
      onSave={change.mutateAsync}
      success={SUCCESS.passwordChanged}
      submitLabel={texts.changePassword}
      pendingLabel={texts.changing}
      onClose={onClose}
      size="26rem"
    >
      <PasswordField
        label={texts.currentPassword}
        autoComplete="current-password"
        data-autofocus
        {...fieldProps(form, 'currentPassword')}
      />
      {needsCode && <CodeField {...fieldProps(form, 'code')} />}
      <PasswordField
        label={texts.newPassword}
        autoComplete="new-password"
        {...fieldProps(form, 'password')}
      />
      <PasswordField
        label={texts.confirmNewPassword}
        autoComplete="new-password"
        {...fieldProps(form, 'confirmPassword')}
      />
      <Hint>{texts.passwordHint}</Hint>
    </FormDialog>
  )
}
