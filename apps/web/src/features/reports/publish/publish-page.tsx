import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Patient } from '@zelab/contract'
import { isNotFound } from '../../../lib/api-error.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { NoLabNotice } from '../../../ui/feedback/no-lab-notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PatientNotFound } from '../../../entities/patient/patient-not-found.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { PublishForm } from './publish-form.tsx'
import type { RenderNewReportType, RenderVisit } from '../../../entities/report/form/report-fields.tsx'
import { PatientSummary } from '../form/patient-summary.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

interface PublishPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderNewReportType: RenderNewReportType
  renderVisit: RenderVisit
}

export function PublishPage(parts: PublishPageProps) {
  const { patientId } = useParams({ from: '/_shell/user/patient/$patientId/report/publish' })
  const id = readWholeNumber(patientId)
  if (id === undefined) return <PatientNotFound />
  // The key resets all state, so that a file uploaded for one patient never reaches the next.
  return <PublishForPatient key={id} id={id} {...parts} />
}

function PublishForPatient({ id, ...parts }: PublishPageProps & { id: number }) {
  const query = useQuery(endpointQuery(api.patients.getById, { params: { id } }))
  if (isNotFound(query.error)) return <PatientNotFound />
  return (
    <>
      <PageHeader title={texts.publishReport} backTo="/user/patients" />
      {/* A network failure must not look like a missing patient (AMB-54). */}
      <Fetched query={query} skeleton={<Spinner label={texts.loadingPatient} />} isOnBench>
        {(patient) => <Publishing patient={patient} {...parts} />}
      </Fetched>
    </>
  )
}

function Publishing({ patient, ...parts }: PublishPageProps & { patient: Patient }) {
  const { lab } = useCurrentUser()
  return (
    <Stack>
      {!lab && <NoLabNotice />}
      <PatientSummary patient={patient} />
      <PublishForm patient={patient} {...parts} />
    </Stack>
  )
}
