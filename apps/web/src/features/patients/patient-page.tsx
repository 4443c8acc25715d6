import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../lib/api-error.ts'
import { patientQuery } from '../../lib/queries/patients.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PatientNotFound } from '../../ui/patient-not-found.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Surface } from '../../ui/surface.tsx'
import classes from './patient-page.module.css'
import { PatientReports } from './patient-reports.tsx'
import { PersonalInformation } from './personal-information.tsx'
import { RegistrationDetails } from './registration-details.tsx'

/** One patient by the id in the address. What is no id at all cannot be a patient, so nobody is asked. */
export function PatientPage() {
  const { patientId } = useParams({ from: '/_shell/user/patients/view/$patientId' })
  const id = readWholeNumber(patientId)
  return id === undefined ? <PatientNotFound /> : <PatientOfId id={id} />
}

function PatientOfId({ id }: { id: number }) {
  const { data: patient, error, isFetching, refetch } = useQuery(patientQuery(id))
  if (error && isNotFound(error)) return <PatientNotFound />
  return (
    <>
      <PageHeader title="Patient Details" backTo="/user/patients" />
      {patient ? (
        <div className={classes.layout}>
          <PersonalInformation patient={patient} />
          <RegistrationDetails patient={patient} />
          <PatientReports patient={patient} />
        </div>
      ) : error ? (
        // Saying that a patient does not exist while the network is down would invite a double registration.
        <Surface>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Surface>
      ) : (
        <Spinner label="Loading patient" />
      )}
    </>
  )
}
