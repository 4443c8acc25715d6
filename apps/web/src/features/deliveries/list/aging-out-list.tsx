import { IconCake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AgingOutPatient } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/list/record-list.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { PatientLink } from './record-links.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

export interface DeliveryPageProps {
  page: { page: number; limit: number }
  onPageChange: (page: number) => void
}

export function AgingOutList({ page, onPageChange }: DeliveryPageProps) {
  return (
    <PagedList
      query={useQuery(endpointQuery(api.deliveries.getAgingOut, { query: page }))}
      nothing={<EmptyState icon={IconCake} title={texts.noneAgingOut} description={texts.noneAgingOutHint} />}
      onPageChange={onPageChange}
    >
      {(shown) => (
        <RecordTable
          {...shown}
          label={texts.VIEWS['aging-out']}
          columns={COLUMNS}
          rowKey={({ patient }) => patient.id}
          rowTarget={({ patient }) => ({
            to: '/user/patients/view/$patientId',
            params: { patientId: String(patient.id) },
          })}
          cardLabel={({ patient }) => patient.fullName}
          skeletonRows={10}
        />
      )}
    </PagedList>
  )
}

const COLUMNS: readonly Column<AgingOutPatient>[] = [
  {
    header: texts.patient,
    width: '28%',
    isRowHeader: true,
    cell: ({ patient }) => (
      <>
        <PatientLink patient={patient} />
        <Facts>{texts.born(formatPlainDate(patient.dateOfBirth))}</Facts>
      </>
    ),
  },
  {
    header: texts.accessEnds,
    width: '20%',
    isOnCard: 'labeled',
    cell: ({ endsOn }) => formatPlainDate(endsOn),
  },
  {
    header: texts.guardians,
    priority: 3,
    isOnCard: 'labeled',
    cell: ({ guardians }) => guardians.map(({ fullName }) => fullName).join(', '),
  },
  {
    header: texts.ownContact,
    width: '24%',
    cell: ({ canBeReached }) => (
      <StatusBadge tone={canBeReached ? 'positive' : 'warning'}>
        {canBeReached ? texts.canBeReached : texts.cannotBeReached}
      </StatusBadge>
    ),
  },
]
