import { Tooltip } from '@mantine/core'
import { IconFileUpload, IconUsers, IconUserSearch } from '@tabler/icons-react'
import type { PatientRow } from '@zelab/contract'
import { PATIENT_SKELETON_ROWS } from '@zelab/contract/limits'
import { formatPatientId, orNotAvailable } from '../../lib/format.ts'
import { useCan } from '../../lib/permissions.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActionIconLink, AnchorLink } from '../../ui/links.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { PatientCard } from './patient-card.tsx'
import { ContactInformation, PersonalDetails, RegistrationInfo } from './patient-cells.tsx'
import classes from './patient-table.module.css'

interface PatientTableProps {
  /** Undefined while loading for the first time. */
  rows: readonly PatientRow[] | undefined
  isStale: boolean
  isFiltered: boolean
  /** Undefined when the list is not sorted by name. */
  nameOrder: 'asc' | 'desc' | undefined
  onToggleNameOrder: () => void
}

export function PatientTable({ rows, isStale, isFiltered, nameOrder, onToggleNameOrder }: PatientTableProps) {
  if (rows?.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        title="No patients found"
        description={isFiltered ? 'Try another search or clear the filters.' : undefined}
      />
    )
  return (
    <RecordTable
      label="Patients"
      columns={columnsOf({ order: nameOrder, onToggle: onToggleNameOrder })}
      renderCard={(patient) => <PatientCard patient={patient} />}
      rows={rows}
      rowKey={(patient) => patient.id}
      skeletonRows={PATIENT_SKELETON_ROWS}
      skeletonLines={3}
      isStale={isStale}
      minWidth="44.5rem"
    />
  )
}

const columnsOf = (sort: Column<PatientRow>['sort']): Column<PatientRow>[] => [
  {
    header: 'ID',
    width: '8%',
    cell: ({ id }) => (
      <span className={classes.id}>
        <Ltr>{formatPatientId(id)}</Ltr>
      </span>
    ),
  },
  {
    header: 'Full Name',
    width: '15%',
    ...(sort && { sort }),
    cell: ({ id, fullName }) => (
      <AnchorLink
        to="/user/patients/view/$patientId"
        params={{ patientId: String(id) }}
        className={classes.name ?? ''}
      >
        {fullName}
      </AnchorLink>
    ),
  },
  {
    header: 'Contact Information',
    width: '22%',
    cell: (patient) => <ContactInformation patient={patient} />,
  },
  { header: 'Personal Details', width: '16%', cell: (patient) => <PersonalDetails patient={patient} /> },
  { header: 'EMR ID', width: '12.5%', cell: ({ emrId }) => <Ltr>{orNotAvailable(emrId)}</Ltr> },
  { header: 'Registration Info', width: '15.5%', cell: (patient) => <RegistrationInfo patient={patient} /> },
  { header: 'Actions', width: '4.75rem', cell: (patient) => <PatientActions patient={patient} /> },
]

function PatientActions({ patient: { id, fullName } }: { patient: PatientRow }) {
  const may = useCan()
  const params = { patientId: String(id) }
  return (
    <div className={classes.actions}>
      <Tooltip label="View profile">
        <ActionIconLink
          to="/user/patients/view/$patientId"
          params={params}
          aria-label={`View profile of ${fullName}`}
        >
          <IconUserSearch size={18} stroke={1.75} aria-hidden="true" />
        </ActionIconLink>
      </Tooltip>
      {may('reports:publish') && (
        <Tooltip label="Publish report">
          <ActionIconLink
            to="/user/patient/$patientId/report/publish"
            params={params}
            aria-label={`Publish report for ${fullName}`}
          >
            <IconFileUpload size={18} stroke={1.75} aria-hidden="true" />
          </ActionIconLink>
        </Tooltip>
      )}
    </div>
  )
}
