import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useChangePassword } from '../../lib/queries/account.ts'
import { IdentityFields } from '../../entities/identity/identity-fields.tsx'
import { waysQuery } from '../../entities/identity/ways.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { cancel } from '../../ui/texts.ts'
import * as texts from './texts.tsx'

/** All other sessions of the user end. */
export function ChangePassword() {
  const [isOpen, setIsOpen] = useState(false)
  const { data: ways } = useQuery(waysQuery())
  const hasPassword = !ways || ways.data.some(({ kind }) => kind === 'password')
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
      {isOpen && hasPassword && <ChangePasswordDialog onClose={close} />}
      {!hasPassword && (
        <MessageDialog
          opened={isOpen}
          onClose={close}
          title={texts.changePassword}
          message={texts.noPassword}
          actions={
            <>
              <Button variant="default" onClick={close}>
                {cancel}
              </Button>
              <ButtonLink to="/forgot-password">{texts.forgotPassword}</ButtonLink>
            </>
          }
        />
      )}
    </>
  )
}

const EMPTY = {
  currentPassword: '',
  code: '',
  passkey: undefined,
  provider: undefined,
  password: '',
  confirmPassword: '',
}

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
