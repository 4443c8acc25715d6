import { Stack, TextInput } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { RecoveryFrame } from './recovery-frame.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

export function ForgotPasswordPage() {
  useInitialFocus()
  const forgotPassword = useEndpoint(api.auth.forgotPassword)
  const { register, handleSubmit } = useForm({ defaultValues: { email: '' } })
  const submit = handleSubmit(({ email }) =>
    forgotPassword.mutate(
      { body: { email: email.trim() } },
      {
        onSuccess: () => toastSuccess(SUCCESS.resetLinkSent),
        onError: (error) => toastError(error),
      },
    ),
  )
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
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {forgotPassword.isSuccess && (
            <Notice tone="info" title={texts.checkInbox}>
              {texts.linkIsOnItsWay(forgotPassword.variables.body.email)}
            </Notice>
          )}
          <TextInput
            label={texts.email}
            data-initial-focus
            type="email"
            autoComplete="username"
            dir="ltr"
            {...register('email')}
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
