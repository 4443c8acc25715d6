import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { PatientStrip } from './patient-strip.tsx'

/** The person that a dialog is about: name, birth date and System ID. */
export function PatientHead({ patientId }: { patientId: number }) {
  const { data: patient, isError } = useQuery(
    endpointQuery(api.patients.getById, { params: { id: patientId } }),
  )
  if (isError && !patient) return null
  return patient ? <PatientStrip patient={patient} /> : <Skeleton height="2.625rem" radius="lg" />
}
