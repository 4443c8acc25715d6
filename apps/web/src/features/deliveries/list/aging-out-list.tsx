import { IconCake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AgingOutPatient } from '@zelab/contract'
import { formatPlainDate } from '../../../lib/format.ts'
import { agingOutQuery } from '../delegates/queries.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import classes from './deliveries-page.module.css'
import { PatientLink } from './record-links.tsx'
import * as texts from './texts.ts'

interface AgingOutListProps {
  page: { page: number; limit: number }
  onPageChange: (page: number) => void
}

export function AgingOutList({ page, onPageChange }: AgingOutListProps) {
  const list = useQuery(agingOutQuery(page))
  const { data: answer, error, isPlaceholderData } = list
  if (!error && answer?.data.length === 0)
    return <EmptyState icon={IconCake} title={texts.noneAgingOut} description={texts.noneAgingOutHint} />
  return (
    <PagedList list={list} page={page.page} onPageChange={onPageChange}>
      <RecordTable
        label={texts.VIEWS['aging-out']}
        columns={COLUMNS}
        rows={answer?.data}
        rowKey={({ patient }) => patient.id}
        rowTarget={({ patient }) => ({
          to: '/user/patients/view/$patientId',
          params: { patientId: String(patient.id) },
        })}
        renderCard={(row) => <AgingOutCard row={row} />}
        skeletonRows={10}
        isStale={isPlaceholderData}
      />
    </PagedList>
  )
}

function Person({ row: { patient } }: { row: AgingOutPatient }) {
  return (
    <>
      <PatientLink patient={patient} />
      <span className={classes.contact}>{texts.born(formatPlainDate(patient.dateOfBirth))}</span>
    </>
  )
}

const namesOf = ({ guardians }: AgingOutPatient) => guardians.map(({ fullName }) => fullName).join(', ')

function Reached({ row: { canBeReached } }: { row: AgingOutPatient }) {
  return (
    <StatusBadge tone={canBeReached ? 'positive' : 'warning'}>
      {canBeReached ? texts.canBeReached : texts.cannotBeReached}
    </StatusBadge>
  )
}

const COLUMNS: readonly Column<AgingOutPatient>[] = [
  { header: texts.patient, width: '28%', cell: (row) => <Person row={row} /> },
  { header: texts.accessEnds, width: '20%', cell: ({ endsOn }) => formatPlainDate(endsOn) },
  { header: texts.guardians, priority: 3, cell: namesOf },
  { header: texts.ownContact, width: '24%', cell: (row) => <Reached row={row} /> },
]

function AgingOutCard({ row }: { row: AgingOutPatient }) {
  return (
    <article className={classes.card} aria-label={row.patient.fullName}>
      <p className={classes.name}>
        <Person row={row} />
      </p>
      <p className={classes.detail}>
        {texts.accessEnds} {formatPlainDate(row.endsOn)}
      </p>
      <p className={classes.detail}>
        {texts.guardians}: {namesOf(row)}
      </p>
      <Reached row={row} />
    </article>
  )
}
