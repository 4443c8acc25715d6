import type { StaffMember } from '@zelab/contract'
import { Group, Stack } from '@mantine/core'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import { ResetPasswordButton } from './reset-password-button.tsx'
import * as texts from './texts.ts'
import { UserActions } from './user-actions.tsx'
import { ContactInformation, RoleBadge, UserDetails } from './user-cells.tsx'

const SKELETON_ROWS = 8

const COLUMNS: readonly Column<StaffMember>[] = [
  { header: texts.userDetails, width: '19%', isRowHeader: true, cell: (user) => <UserDetails user={user} /> },
  {
    header: texts.contactInformation,
    width: '24%',
    track: '1.4fr',
    cell: (user) => <ContactInformation user={user} />,
  },
  { header: texts.role, width: '10%', cell: (user) => <RoleBadge user={user} /> },
  { header: texts.labDetails, width: '15%', below: texts.role, cell: ({ lab }) => orNotAvailable(lab?.name) },
  {
    header: texts.joinedDate,
    width: '14%',
    below: texts.userDetails,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    header: texts.actions,
    width: '18%',
    track: '11.75rem',
    cell: (user) => (
      <Group gap={4} wrap="nowrap">
        <ResetPasswordButton user={user} />
        <UserActions user={user} />
      </Group>
    ),
  },
]

export function UserTable({ rows }: { rows: readonly StaffMember[] | undefined }) {
  return (
    <RecordTable
      label={texts.users}
      columns={COLUMNS}
      renderCard={(user) => <UserCard user={user} />}
      rows={rows}
      rowKey={(user) => user.id}
      skeletonRows={SKELETON_ROWS}
      skeletonLines={2}
    />
  )
}

/** A row on a phone, without the password reset (section 2, users list page). */
function UserCard({ user }: { user: StaffMember }) {
  return (
    <Stack component="article" gap="xs" fz="sm" aria-label={user.fullName}>
      <Group component="header" justify="space-between" wrap="nowrap" gap="sm" fz="md">
        <UserDetails user={user} />
        <RoleBadge user={user} />
        <UserActions user={user} />
      </Group>
      <ContactInformation user={user} />
      <DetailList
        details={[
          { label: texts.labDetails, value: orNotAvailable(user.lab?.name) },
          { label: texts.joinedDate, value: formatDate(user.createdAt) },
        ]}
      />
    </Stack>
  )
}
