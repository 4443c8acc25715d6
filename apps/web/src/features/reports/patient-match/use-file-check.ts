import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fileCheckQuery, type FileCheckSubject } from '../../../lib/queries/reports.ts'
import type { FileCheckResult } from './patient-match.tsx'

/** Compares a file with a patient as soon as both are there; without a subject nothing is asked. */
export const useFileCheck = (subject: FileCheckSubject | undefined): FileCheckResult =>
  useQuery({
    ...fileCheckQuery(subject ?? { patientId: 0, fileUrl: '' }),
    enabled: subject !== undefined,
    retry: 1,
  })

/** Resolves when a check that is under way has ended, well or not. */
export const useFileCheckEnd = (): ((subject: FileCheckSubject) => Promise<void>) => {
  const client = useQueryClient()
  return async (subject) => {
    await client.ensureQueryData(fileCheckQuery(subject)).catch(() => undefined)
  }
}
