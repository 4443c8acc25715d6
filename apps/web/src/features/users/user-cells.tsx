import { Text } from '@mantine/core'
import { IconMail, IconPhone, IconMailForward, IconUserOff } from '@tabler/icons-react'
import type { StaffMember } from '@zelab/contract'
import { orNotAvailable } from '../../lib/format.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { AvatarInitials } from '../../ui/display/avatar-initials.tsx'
import { Ltr } from '../../ui/display/ltr.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'
import classes from './user-cells.module.css'

interface CellProps {
  user: StaffMember
}

export function UserDetails({ user }: CellProps) {
  const { email, fullName } = user
  const isMyself = useCurrentUser().email === email
  return (
    <div className={classes.person}>
      <AvatarInitials name={fullName} size={34} isDecorative />
      <Text span inherit miw={0} fw={600}>
        {orNotAvailable(fullName)}
        {isMyself && (
          <Text span inherit c="dimmed" fw={400}>
            {' '}
            {texts.you}
          </Text>
        )}
        <UserStatus user={user} />
      </Text>
    </div>
  )
}

export function ContactInformation({ user: { email, phone } }: CellProps) {
  return (
    <ul className={classes.lines}>
      <li>
        <IconMail size={14} stroke={1.75} aria-hidden="true" />
        <Ltr>
          <Email address={orNotAvailable(email)} />
        </Ltr>
      </li>
      <Text component="li" inherit c="dimmed" fw={400}>
        <IconPhone size={14} stroke={1.75} aria-hidden="true" />
        <PhoneText phone={phone} />
      </Text>
    </ul>
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
    <span className={classes.role}>
      <StatusBadge tone="neutral" icon={null}>
        {userType.name}
      </StatusBadge>
    </span>
  )
}

/** Active is the usual state and has no badge. */
export function UserStatus({ user: { status } }: { user: StaffMember }) {
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
