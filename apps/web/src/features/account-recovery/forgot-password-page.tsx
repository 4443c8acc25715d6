import { Stack, TextInput } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { useForgotPassword } from '../../lib/queries/auth.ts'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { RecoveryFrame } from './recovery-frame.tsx'
import * as texts from './texts.ts'

export function ForgotPasswordPage() {
  useInitialFocus()
  const [email, setEmail] = useState('')
  const forgotPassword = useForgotPassword()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    forgotPassword.mutate(email.trim(), {
      onSuccess: () => toastSuccess(SUCCESS.resetLinkSent),
      onError: (error) => toastError(error),
    })
  }
  return (
    <RecoveryFrame
      title={texts.forgotPassword}
      text={texts.forgotPasswordHint}
      footer={
        <>
          {texts.rememberPassword}{' '}
          <AnchorLink to="/" underline="always">
            {texts.login}
          </AnchorLink>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {forgotPassword.isSuccess && (
            <Notice tone="info" title={texts.checkInbox}>
              {texts.linkIsOnItsWay(forgotPassword.variables)}
            </Notice>
          )}
          <TextInput
            label={texts.email}
            name="email"
            data-initial-focus
            type="email"
            autoComplete="username"
            dir="ltr"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <SubmitButton
            isPending={forgotPassword.isPending}
            pendingLabel={texts.sendingLink}
            size="md"
            fullWidth
          >
            {texts.sendResetLink}
          </SubmitButton>
        </Stack>
      </form>
    </RecoveryFrame>
  )
}
