import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PatientStrip } from './patient-strip.tsx'
import { patientQuery } from './queries.ts'

/** The person that a dialog is about: name, birth date and System ID. */
export function PatientHead({ patientId }: { patientId: number }) {
  const { data: patient, isError } = useQuery(patientQuery(patientId))
  if (isError && !patient) return null
  return patient ? <PatientStrip patient={patient} /> : <Skeleton height="2.625rem" radius="lg" />
}
