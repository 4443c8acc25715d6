import type { ReactNode } from 'react'
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultPageSize } from '../../../lib/brand.ts'
import { omitUndefined, withFilter, withSortToggled } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientsExportAddress } from '../queries.ts'
import { patientsQuery } from '../../../entities/patient/queries.ts'
import { usePreferences, useUpdatePreferences } from '../../../lib/queries/preferences.ts'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { PatientMetrics } from './patient-metrics.tsx'
import { PatientFilterBar } from './patient-filter-bar.tsx'
import type { PatientSearch } from './patient-search.ts'
import { countFilters, patientFiltersOf, readPatientSearch } from './patient-search.ts'
import { PatientTable } from './patient-table.tsx'
import { RegisteredNotice } from './registered-notice.tsx'
import { SimilarNamesNote } from './similar-names.tsx'
import * as texts from '../texts.tsx'
import { PATIENT_LIST_COLUMNS } from '@zelab/contract/limits'
import { TableMenu } from '../../../ui/table/table-menu.tsx'

interface PatientsPageProps {
  /** Beside the next steps of a patient who was just registered. */
  renderNextStep?: (patientId: number) => ReactNode
}

export function PatientsPage({ renderNextStep }: PatientsPageProps) {
  const search = useSearch({ from: '/_shell/user/patients/' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()
  const { patientColumns } = usePreferences()
  const filters = patientFiltersOf(search)
  const list = useQuery(patientsQuery(filters))
  const { data: answer, error } = list
  const pageSize = search.limit ?? defaultPageSize()
  const go = (change: (present: PatientSearch) => PatientSearch, replace = false) =>
    void navigate({
      to: '/user/patients',
      search: (present) => change(readPatientSearch({ ...present })),
      replace,
      resetScroll: false,
    })

  return (
    <>
      <PageHeader
        title={texts.patientDashboard}
        actions={
          <>
            {may('patients:edit') && (
              <>
                <ButtonLink
                  to="/user/patients/import"
                  variant="default"
                  leftSection={<IconFileImport size={16} stroke={1.75} />}
                >
                  {texts.importIt}
                </ButtonLink>
                <ExportLink address={patientsExportAddress(filters)} fileName="patients.csv" />
              </>
            )}
            <PatientTableMenu />
            <AddPatientLink>{texts.addNew}</AddPatientLink>
          </>
        }
      >
        <PatientMetrics
          rows={answer?.data}
          pagination={answer?.pagination}
          pageSize={pageSize}
          hasFailed={error !== null}
          isFiltered={search.search !== undefined || countFilters(search) > 0}
        />
      </PageHeader>
      <RegisteredNotice patients={answer?.data} renderNextStep={renderNextStep} />
      <Sheet>
        <PatientFilterBar search={search} rows={answer?.data} onChange={go} />
        <PagedList
          query={list}
          nothing={
            <EmptyState
              icon={IconUsers}
              title={texts.noPatientsFound}
              description={
                Object.keys(omitUndefined(search)).length > 0 ? texts.tryAnotherSearchOrClear : undefined
              }
            />
          }
          onPageChange={(next) => go((present) => ({ ...present, page: next }))}
          onPageIntent={(next) =>
            void client.prefetchQuery(patientsQuery(patientFiltersOf({ ...search, page: next })))
          }
          pageSize={{
            value: pageSize,
            onChange: (limit) => go((present) => withFilter(present, { limit })),
          }}
          errorAction={<AddPatientLink>{texts.addNewPatient}</AddPatientLink>}
        >
          {(shown) => (
            <>
              {answer?.similarIds && (
                <SimilarNamesNote
                  exactCount={answer.pagination.totalItems - answer.similarIds.length}
                  similarCount={answer.similarIds.length}
                />
              )}
              <PatientTable
                {...shown}
                similarIds={answer?.similarIds}
                nameOrder={search.sortBy && filters.sortOrder}
                onToggleNameOrder={() => go((present) => withSortToggled(present, 'fullName'))}
                visibleColumns={patientColumns}
              />
            </>
          )}
        </PagedList>
      </Sheet>
    </>
  )
}

function AddPatientLink({ children }: { children: string }) {
  const may = useCan()
  if (!may('patients:add')) return null
  return (
    <ButtonLink to="/user/patients/add" leftSection={<IconUserPlus size={16} stroke={1.75} />}>
      {children}
    </ButtonLink>
  )
}

const HEADERS = {
  id: texts.id,
  fullName: texts.fullName,
  contact: texts.contactInformation,
  personal: texts.personalDetails,
  emrId: texts.emrId,
  registration: texts.registrationInfo,
} as const

function PatientTableMenu() {
  const { patientColumns } = usePreferences()
  const update = useUpdatePreferences()
  return (
    <TableMenu
      columns={PATIENT_LIST_COLUMNS.map((id) => ({ id, header: HEADERS[id] }))}
      visible={patientColumns ?? PATIENT_LIST_COLUMNS}
      onChange={(columns) => update.mutate({ patientColumns: columns })}
    />
  )
}
