import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { PatientMatch } from '@zelab/contract'
import { patientMatchQuery, type PatientMatchSubject } from '../../../entities/report/queries.ts'

export type PatientMatchResult = UseQueryResult<PatientMatch>

export const usePatientMatch = (subject: PatientMatchSubject | undefined): PatientMatchResult =>
  useQuery({
    ...patientMatchQuery(subject ?? { patientId: 0, fileUrl: '' }),
    enabled: subject !== undefined,
    retry: 1,
  })

/** Resolves when a running match has finished or failed. */
export const useAwaitPatientMatch = (): ((subject: PatientMatchSubject) => Promise<void>) => {
  const client = useQueryClient()
  return async (subject) => {
    await client.ensureQueryData(patientMatchQuery(subject)).catch(() => undefined)
  }
}
