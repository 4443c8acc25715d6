import { Button, Group, Text } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useCan } from '../../lib/session-store.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

/** The refused mail, with a button that sends it again. A notice is not repeated. */
export function RefusedMail({ user: { id, email, fullName, status, refusedMail } }: { user: StaffMember }) {
  const may = useCan()
  const resend = useEndpoint(api.users.resendInvitation)
  const reset = useEndpoint(api.auth.forgotPassword)
  if (!refusedMail || status === 'deactivated') return null
  const { kind, at } = refusedMail
  const isPending = resend.isPending || reset.isPending
  const send = () => {
    const isInvitation = kind === 'invitation' && status === 'invited'
    const sent = isInvitation
      ? resend.mutateAsync({ params: { id } })
      : reset.mutateAsync({ body: { email } })
    void sent.then(
      () => toastSuccess(isInvitation ? SUCCESS.userInvited : SUCCESS.resetLinkSent),
      (error: unknown) => toastError(error),
    )
  }
  return (
    <Group component="li" gap="xs" c="var(--negative-text)">
      <Text span inherit size="sm">
        <IconMailX size={14} stroke={1.75} aria-hidden="true" /> {texts.REFUSED_MAILS[kind]}{' '}
        <RelativeTime at={at} />
      </Text>
      {kind !== 'notice' && may('users:add') && (
        <Button
          variant="default"
          size="compact-xs"
          loading={isPending}
          aria-label={texts.resendTo(fullName)}
          onClick={send}
        >
          {texts.resend}
        </Button>
      )}
    </Group>
  )
}
