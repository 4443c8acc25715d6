import { Group, Stack, Text, Button } from '@mantine/core'
import { IconMail, IconPhone, IconMailForward, IconUnlink, IconUserOff, IconMailX } from '@tabler/icons-react'
import type { StaffMember } from '@zelab/contract'
import { orNotAvailable } from '../../lib/format.ts'
import { useCurrentUser, useCan } from '../../lib/session-store.ts'
import { AvatarInitials } from '../../ui/display/avatar-initials.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'
import classes from './user-cells.module.css'
import { SUCCESS } from '@zelab/contract/messages'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

interface CellProps {
  user: StaffMember
}

export function UserDetails({ user }: CellProps) {
  const { email, fullName } = user
  const isMyself = useCurrentUser().email === email
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <span className={classes.sign}>
        <AvatarInitials name={fullName} size={34} isDecorative />
      </span>
      <Group gap="0.25rem var(--mantine-spacing-xs)" miw={0}>
        <Text span inherit miw={0} fw={600}>
          {orNotAvailable(fullName)}
          {isMyself && (
            <Text span inherit c="dimmed" fw={400}>
              {' '}
              {texts.you}
            </Text>
          )}
        </Text>
        <UserStatus user={user} />
      </Group>
    </Group>
  )
}

export function ContactInformation({ user }: CellProps) {
  const { email, phone } = user
  return (
    <Stack component="ul" gap={2}>
      <Group component="li" gap="xs" wrap="nowrap">
        <IconMail className={classes.sign} size={14} stroke={1.75} aria-hidden="true" />
        <Ltr>
          <Email address={orNotAvailable(email)} />
        </Ltr>
      </Group>
      <RefusedMail user={user} />
      <Group component="li" gap="xs" wrap="nowrap" c="dimmed">
        <IconPhone className={classes.sign} size={14} stroke={1.75} aria-hidden="true" />
        <PhoneText phone={phone} />
      </Group>
    </Stack>
  )
}

/** A long address wraps before the domain. */
function Email({ address }: { address: string }) {
  const domainAt = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </>
  )
}

export function RoleBadge({ user: { userType } }: CellProps) {
  return (
    <StatusBadge tone="neutral" icon={null}>
      {userType.name}
    </StatusBadge>
  )
}

/** Active is the usual state and has no badge. */
export function UserStatus({ user: { status, needsLink } }: { user: StaffMember }) {
  if (needsLink)
    return (
      <StatusBadge tone="warning" icon={IconUnlink}>
        {texts.notLinked}
      </StatusBadge>
    )
  if (status === 'active') return null
  return status === 'invited' ? (
    <StatusBadge tone="info" icon={IconMailForward}>
      {texts.invited}
    </StatusBadge>
  ) : (
    <StatusBadge tone="negative" icon={IconUserOff}>
      {texts.deactivated}
    </StatusBadge>
  )
}

/** The refused mail, with a button that sends it again. A notice is not repeated. */
function RefusedMail({ user: { id, email, fullName, status, refusedMail } }: { user: StaffMember }) {
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
