import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { PatientRow } from '@zelab/contract'
import { isNotFound } from '../../../lib/api-error.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PatientNotFound } from '../../../entities/patient/patient-not-found.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { ChooseAnotherRecord, MergeForm } from './merge-form.tsx'
import { OtherRecordPicker } from './other-record-picker.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

export function MergePage() {
  const { patientId } = useParams({ from: '/_shell/user/patients/merge/$patientId' })
  const id = readWholeNumber(patientId)
  return id === undefined ? <PatientNotFound /> : <MergeOf key={id} id={id} />
}

function MergeOf({ id }: { id: number }) {
  const { other } = useSearch({ from: '/_shell/user/patients/merge/$patientId' })
  const navigate = useNavigate()
  const query = useQuery(endpointQuery(api.patients.getById, { params: { id } }))
  const { data: patient, error } = query
  const choose = (chosen: number | undefined) =>
    void navigate({
      to: '/user/patients/merge/$patientId',
      params: { patientId: String(id) },
      search: chosen === undefined ? {} : { other: chosen },
      resetScroll: false,
    })
  if (error && isNotFound(error)) return <PatientNotFound />
  if (patient && patient.id !== id)
    return (
      <Navigate to="/user/patients/merge/$patientId" params={{ patientId: String(patient.id) }} replace />
    )
  return (
    <>
      <PageHeader title={texts.mergePatientRecords} backTo="/user/patients" subtitle={texts.mergeSubtitle} />
      <Fetched query={query} skeleton={<Spinner label={texts.loadingPatient} />} isOnBench>
        {(record) =>
          other === undefined ? (
            <OtherRecordPicker patient={record} onChoose={choose} />
          ) : (
            <Comparison key={other} patient={record} other={other} onChooseAgain={() => choose(undefined)} />
          )
        }
      </Fetched>
    </>
  )
}

interface ComparisonProps {
  patient: PatientRow
  other: number
  onChooseAgain: () => void
}

function Comparison({ patient, other, onChooseAgain }: ComparisonProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(api.patients.previewMerge, { body: { survivorId: patient.id, mergedId: other } }),
    gcTime: 0,
  })
  if (data)
    return (
      <MergeForm
        one={data.survivor}
        other={data.merged}
        onChooseAgain={onChooseAgain}
        onOutdated={() => void refetch()}
      />
    )
  if (!error) return <Spinner label={texts.loadingBothRecords} />
  return (
    <Sheet>
      <ErrorState
        error={error}
        title={texts.cannotBeMerged}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        action={<ChooseAnotherRecord onClick={onChooseAgain} />}
      />
    </Sheet>
  )
}
