import { Group, Stack, Text } from '@mantine/core'
import { IconMail, IconPhone, IconMailForward, IconUnlink, IconUserOff } from '@tabler/icons-react'
import type { StaffMember } from '@zelab/contract'
import { orNotAvailable } from '../../lib/format.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { AvatarInitials } from '../../ui/display/avatar-initials.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'
import { RefusedMail } from './refused-mail.tsx'
import classes from './user-cells.module.css'

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
