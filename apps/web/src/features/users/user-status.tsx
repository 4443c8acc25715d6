import { IconMailForward, IconUserOff } from '@tabler/icons-react'
import type { StaffMember } from '@zelab/contract'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'

/** Nothing for the common case, or every row would have a badge. */
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
