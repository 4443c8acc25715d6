import type { User } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { ResetPasswordButton } from './reset-password-button.tsx'
import { UserCard } from './user-card.tsx'
import { ContactInformation, RoleBadge, UserDetails } from './user-cells.tsx'

const SKELETON_ROWS = 8

const COLUMNS: readonly Column<User>[] = [
  { header: 'User Details', width: '20%', cell: (user) => <UserDetails user={user} /> },
  { header: 'Contact Information', width: '24%', cell: (user) => <ContactInformation user={user} /> },
  { header: 'Role', width: '11%', cell: (user) => <RoleBadge user={user} /> },
  { header: 'Lab Details', width: '16%', cell: ({ lab }) => orNotAvailable(lab?.name) },
  { header: 'Joined Date', width: '14%', cell: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Actions', width: '15%', cell: (user) => <ResetPasswordButton user={user} /> },
]

export function UserTable({ rows }: { rows: readonly User[] | undefined }) {
  return (
    <RecordTable
      label="Users"
      columns={COLUMNS}
      renderCard={(user) => <UserCard user={user} />}
      rows={rows}
      rowKey={(user) => user.id}
      skeletonRows={SKELETON_ROWS}
      skeletonLines={2}
      minWidth="44.5rem"
    />
  )
}
