import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { changePasswordBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { IdentityFields } from '../../entities/identity/identity-fields.tsx'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { cancel } from '../../ui/texts.ts'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** All other sessions of the user end. */
export function ChangePassword() {
  const [isOpen, setIsOpen] = useState(false)
  const { data: ways } = useQuery(endpointQuery(pageApi.oidc.ways))
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
  const change = useEndpoint(api.auth.changePassword)
  const form = useSchemaForm(changePasswordBody, { defaultValues: EMPTY })
  return (
    <FormDialog
      title={texts.askChangePassword}
      form={form}
      isSecret
      onSave={({ code, ...fields }) => change.mutateAsync({ body: { ...fields, ...(code && { code }) } })}
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
