import { useQuery, useQueryClient } from '@tanstack/react-query'
import { patientMatchQuery, type PatientMatchSubject } from '../../../entities/report/queries.ts'
import type { PatientMatchResult } from './patient-match-notice.tsx'

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
