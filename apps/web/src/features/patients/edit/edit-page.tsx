import { Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { Patient, PatientRow } from '@zelab/contract'
import { useState } from 'react'
import { isNotFound } from '../../../lib/api-error.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { keptInput } from '../../../lib/unsaved-input.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PatientNotFound } from '../../../entities/patient/patient-not-found.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import * as texts from '../texts.tsx'
import { EDITED_RECORD, useEdit } from './use-edit.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useGoBack } from '../../../ui/actions/go-back.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { PossibleDuplicates } from '../duplicates/possible-duplicates.tsx'
import { RegistrationFieldset } from '../form/patient-form-fields.tsx'
import * as shared from '../../../ui/texts.ts'

export function EditPatientPage() {
  const { patientId } = useParams({ from: '/_shell/user/patients/edit/$patientId' })
  const id = readWholeNumber(patientId)
  return id === undefined ? <PatientNotFound /> : <EditPatient key={id} id={id} />
}

function EditPatient({ id }: { id: number }) {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery(
    endpointQuery(api.patients.getById, { params: { id } }),
  )
  // Initial values; later fetches do not change them.
  const [opened, setOpened] = useState(() => keptInput(EDITED_RECORD)?.besides as Patient | undefined)
  // A cached record may be outdated, which the server would refuse.
  if (!opened && data && !error && isFetchedAfterMount) setOpened(data)
  if (!opened && error && isNotFound(error)) return <PatientNotFound />
  if (opened && opened.id !== id)
    return <Navigate to="/user/patients/edit/$patientId" params={{ patientId: String(opened.id) }} replace />
  return (
    <Box maw="var(--form-width)">
      <PageHeader title={texts.editPatient} backTo="/user/patients" subtitle={<ZlId id={id} />} />
      {opened ? (
        <EditForm patient={opened} />
      ) : error ? (
        <Sheet>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Sheet>
      ) : (
        <Spinner label={texts.loadingPatient} />
      )}
    </Box>
  )
}

function EditForm({ patient }: { patient: PatientRow }) {
  const goBack = useGoBack('/user/patients')
  const { form, present, failure, isPending, submit } = useEdit(patient)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {failure && (
          <Notice tone="negative" role="alert" title={texts.changesNotSaved}>
            {failure}
          </Notice>
        )}
        {present !== patient && <EditConflict form={form} opened={patient} present={present} />}
        <RegistrationFieldset
          form={form}
          isContactOptional
          notice={<PossibleDuplicates control={form.control} exceptId={patient.id} />}
          submitLabel={shared.saveChanges}
          pendingLabel={shared.saving}
          isPending={isPending}
          onCancel={goBack}
        />
      </Stack>
    </form>
  )
}
