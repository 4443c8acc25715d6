import { Group } from '@mantine/core'
import { IconFileUpload, IconPencil, IconUserSearch } from '@tabler/icons-react'
import type { PatientRow, PatientListColumn } from '@zelab/contract'
import { PATIENT_SKELETON_ROWS } from '../../../lib/limits.ts'
import { orNotAvailable } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { ActionIconLink } from '../../../ui/actions/links.tsx'
import { NameLink } from '../../../ui/list/row-link.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { PatientCard } from './patient-card.tsx'
import { ContactInformation, PersonalDetails, RegistrationInfo } from '../patient-cells.tsx'
import { SimilarNameBadge } from './similar-names.tsx'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

interface PatientTableProps extends ShownRows<PatientRow> {
  /** Ids of patients whose name is only similar to the search. */
  similarIds?: readonly number[] | undefined
  /** Undefined when the list is not sorted by name. */
  nameOrder: 'asc' | 'desc' | undefined
  onToggleNameOrder: () => void
  /** Null for all columns. */
  visibleColumns: readonly PatientListColumn[] | null
}

export function PatientTable({
  similarIds = [],
  nameOrder,
  onToggleNameOrder,
  visibleColumns,
  ...shown
}: PatientTableProps) {
  const isSimilar = (id: number) => similarIds.includes(id)
  const may = useCan()
  return (
    <RecordTable
      {...shown}
      label={texts.patients}
      columns={columnsOf({ order: nameOrder, onToggle: onToggleNameOrder }, may('patients:edit'), isSimilar)}
      visibleColumns={visibleColumns}
      renderCard={(patient) => <PatientCard patient={patient} isSimilar={isSimilar(patient.id)} />}
      rowKey={(patient) => patient.id}
      skeletonRows={PATIENT_SKELETON_ROWS}
      skeletonLines={2}
      rowTarget={({ id }) => ({ to: '/user/patients/view/$patientId', params: { patientId: String(id) } })}
    />
  )
}

const columnsOf = (
  sort: Column<PatientRow>['sort'],
  hasEdit: boolean,
  isSimilar: (id: number) => boolean,
): Column<PatientRow, PatientListColumn>[] => [
  {
    id: 'id',
    header: texts.id,
    width: '5rem',
    track: '6rem',
    cell: ({ id }) => <ZlId id={id} />,
  },
  {
    id: 'fullName',
    header: texts.fullName,
    width: '8rem',
    // Grows to hold badge and date of the registration in one line.
    track: 'max(9.4rem, 34% - 4.6rem)',
    ...(sort && { sort }),
    isRowHeader: true,
    cell: ({ id, fullName }) => (
      <>
        <NameLink to="/user/patients/view/$patientId" params={{ patientId: String(id) }}>
          {fullName}
        </NameLink>
        {isSimilar(id) && (
          <div>
            <SimilarNameBadge />
          </div>
        )}
      </>
    ),
  },
  {
    id: 'contact',
    header: texts.contactInformation,
    cell: (patient) => <ContactInformation patient={patient} />,
  },
  {
    id: 'personal',
    header: texts.personalDetails,
    width: '9rem',
    track: 'max(7.5rem, 16%)',
    cell: (patient) => <PersonalDetails patient={patient} />,
  },
  {
    id: 'emrId',
    header: texts.emrId,
    width: '6rem',
    below: texts.id,
    cell: ({ emrId }) => <Ltr>{orNotAvailable(emrId)}</Ltr>,
  },
  {
    id: 'registration',
    header: texts.registrationInfo,
    width: '14.25rem',
    below: texts.fullName,
    cell: (patient) => <RegistrationInfo patient={patient} />,
  },
  {
    header: texts.actions,
    // Room for all icons in one line.
    width: hasEdit ? '7.5rem' : '4.75rem',
    track: hasEdit ? '8rem' : '6rem',
    cell: (patient) => <PatientActions patient={patient} />,
  },
]

function PatientActions({ patient: { id, fullName } }: { patient: PatientRow }) {
  const may = useCan()
  const params = { patientId: String(id) }
  return (
    <Group gap={2} wrap="nowrap" ms="-xs">
      <ActionIconLink
        data-tooltip={texts.viewProfile}
        to="/user/patients/view/$patientId"
        params={params}
        aria-label={texts.viewProfileOf(fullName)}
      >
        <IconUserSearch size={18} stroke={1.75} aria-hidden="true" />
      </ActionIconLink>
      {may('patients:edit') && (
        <ActionIconLink
          data-tooltip={shared.edit}
          to="/user/patients/edit/$patientId"
          params={params}
          aria-label={texts.editNamed(fullName)}
        >
          <IconPencil size={18} stroke={1.75} aria-hidden="true" />
        </ActionIconLink>
      )}
      {may('reports:publish') && (
        <ActionIconLink
          data-tooltip={texts.publishReport}
          to="/user/patient/$patientId/report/publish"
          params={params}
          aria-label={texts.publishReportFor(fullName)}
        >
          <IconFileUpload size={18} stroke={1.75} aria-hidden="true" />
        </ActionIconLink>
      )}
    </Group>
  )
}
