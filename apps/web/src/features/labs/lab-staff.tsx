import { Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LabStaffMember } from '@zelab/contract'
import { defaultPageSize } from '../../lib/brand.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface LabStaffProps {
  labId: number
  page: number
  onPageChange: (page: number) => void
}

const targetOf = ({ id }: LabStaffMember) =>
  ({ to: '/user/users/edit/$userId', params: { userId: String(id) } }) as const

export function LabStaff({ labId, page, onPageChange }: LabStaffProps) {
  const list = useQuery(
    endpointQuery(api.labs.listStaff, { params: { id: labId }, query: { page, limit: defaultPageSize() } }),
  )
  return (
    <SectionCard title={texts.staff} isFlush>
      <PagedList
        query={list}
        nothing={<EmptyState icon={IconUsers} title={texts.noStaff} description={texts.noStaffHint} />}
        onPageChange={onPageChange}
      >
        {(shown) => (
          <RecordTable
            {...shown}
            label={texts.staff}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            rowTarget={targetOf}
            cardLabel={({ fullName }) => fullName}
            skeletonRows={5}
          />
        )}
      </PagedList>
    </SectionCard>
  )
}

function Name({ member }: { member: LabStaffMember }) {
  const { fullName, status } = member
  return (
    <Group component="span" gap="xs">
      <AnchorLink {...targetOf(member)}>{fullName}</AnchorLink>
      {status !== 'active' && (
        <StatusBadge tone={status === 'invited' ? 'info' : 'negative'}>{texts.statuses[status]}</StatusBadge>
      )}
    </Group>
  )
}

function LastActive({ member: { lastActiveAt } }: { member: LabStaffMember }) {
  return lastActiveAt ? <RelativeTime at={lastActiveAt} /> : texts.neverActive
}

const COLUMNS: readonly Column<LabStaffMember>[] = [
  { header: texts.name, isRowHeader: true, cell: (member) => <Name member={member} /> },
  { header: texts.role, cell: ({ userType }) => userType.name },
  { header: texts.email, cell: ({ email }) => <Ltr>{email}</Ltr> },
  { header: texts.lastActive, cell: (member) => <LastActive member={member} /> },
]
