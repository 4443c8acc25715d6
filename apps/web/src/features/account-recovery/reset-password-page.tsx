import { Stack } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { resetPasswordForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useEffect, useState } from 'react'
import { fieldProps, useSchemaForm } from '../../ui/form/form-resolver.ts'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { InvitationProviders, OnlyProviders, useInvitation } from './invitation-providers.tsx'
import { RecoveryFrame } from './recovery-frame.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

interface LinkSecrets {
  token: string
  email: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    resetLink?: LinkSecrets
  }
}

export function ResetPasswordPage() {
  useInitialFocus()
  const link = useLinkSecrets()
  const invitation = useInvitation(link.token)
  const navigate = useNavigate()
  const resetPassword = useEndpoint(api.auth.resetPassword)
  const form = useSchemaForm(resetPasswordForm, { defaultValues: { password: '', confirmPassword: '' } })
  const submit = form.handleSubmit(async (passwords) => {
    try {
      await resetPassword.mutateAsync({ body: { ...passwords, ...link } })
    } catch (error) {
      return toastError(error)
    }
    toastSuccess(SUCCESS.passwordReset)
    await navigate({ to: '/', replace: true })
  })
  const login = (
    <AnchorLink to="/" underline="always">
      {texts.login}
    </AnchorLink>
  )
  if (invitation?.isProviderOnly)
    return (
      <RecoveryFrame title={texts.linkAccount} text={texts.linkAccountHint} footer={login}>
        <OnlyProviders providers={invitation.data} token={link.token} />
      </RecoveryFrame>
    )
  return (
    <RecoveryFrame
      title={texts.resetPassword}
      text={texts.resetPasswordHint}
      footer={
        <>
          {texts.rememberPassword} {login}
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <PasswordField
            label={texts.newPassword}
            data-initial-focus
            autoComplete="new-password"
            {...fieldProps(form, 'password')}
          />
          <PasswordField
            label={texts.confirmPassword}
            autoComplete="new-password"
            {...fieldProps(form, 'confirmPassword')}
          />
          <SubmitButton
            isPending={form.formState.isSubmitting}
            pendingLabel={texts.resettingPassword}
            size="md"
            fullWidth
          >
            {texts.resetPassword}
          </SubmitButton>
          <InvitationProviders {...link} />
        </Stack>
      </form>
    </RecoveryFrame>
  )
}

/**
 * Moves the secrets from the address bar, which would keep them in history and screenshots, to the state of this history
 * entry, where a reload finds them.
 */
const useLinkSecrets = (): LinkSecrets => {
  const search = useSearch({ from: '/reset-password' })
  const kept = useLocation({ select: ({ state }) => state.resetLink })
  const navigate = useNavigate()
  const [secrets] = useState({
    token: search.token ?? kept?.token ?? '',
    email: search.email ?? kept?.email ?? '',
  })
  const isInAddress = search.token !== undefined || search.email !== undefined
  useEffect(() => {
    if (isInAddress)
      void navigate({ to: '/reset-password', search: {}, state: { resetLink: secrets }, replace: true })
  }, [isInAddress, navigate, secrets])
  return secrets
}
