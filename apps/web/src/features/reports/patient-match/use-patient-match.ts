import { useQuery, useQueryClient } from '@tanstack/react-query'
import { patientMatchQuery, type PatientMatchSubject } from '../../../entities/report/queries.ts'
import type { PatientMatchResult } from './patient-match-notice.tsx'

/** Compares a file with a patient as soon as both are there; without a subject nothing is asked. */
export const usePatientMatch = (subject: PatientMatchSubject | undefined): PatientMatchResult =>
  useQuery({
    ...patientMatchQuery(subject ?? { patientId: 0, fileUrl: '' }),
    enabled: subject !== undefined,
    retry: 1,
  })

/** Resolves when a check that is under way has ended, well or not. */
export const useAwaitPatientMatch = (): ((subject: PatientMatchSubject) => Promise<void>) => {
  const client = useQueryClient()
  return async (subject) => {
    await client.ensureQueryData(patientMatchQuery(subject)).catch(() => undefined)
  }
}
