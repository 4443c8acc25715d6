import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useChangePassword } from '../../lib/queries/account.ts'
import { IdentityFields } from '../../entities/identity/identity-fields.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
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

const EMPTY = { currentPassword: '', code: '', passkey: undefined, password: '', confirmPassword: '' }

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  const form = useSchemaForm(changePasswordBody, { defaultValues: EMPTY })
  return (
    <FormDialog
      title={texts.askChangePassword}
      form={form}
      isSecret
      onSave={({ code, ...fields }) => change.mutateAsync({ ...fields, ...(code && { code }) })}
      success={SUCCESS.passwordChanged}
      submitLabel={texts.changePassword}
      pendingLabel={texts.changing}
      onClose={onClose}
      size="26rem"
    >
      <IdentityFields form={form} name="currentPassword" label={texts.currentPassword} />
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
