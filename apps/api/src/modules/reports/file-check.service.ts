import { REFUSAL, reportFileNameOf, type FileWarning } from '@zelab/contract'
import { conflict, notFound } from '../../http/app-error.ts'
import { labScopeOf, type Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  countOtherPatientsWithFile,
  findPatientIdentity,
  findUnpublishedFile,
} from './file-check.repository.ts'
import { identityWarnings } from './identity-warnings.ts'

const sameFileWarning = (patients: number): FileWarning => ({
  kind: 'sameFile',
  message:
    patients === 1
      ? 'The same file is already published for 1 other patient.'
      : `The same file is already published for ${patients} other patients.`,
})

export const createFileCheckService = ({ database }: { database: Database }) => ({
  /** What speaks against publishing the caller's own uploaded file for a patient in scope. */
  async check(
    caller: Caller,
    { patientId, fileUrl }: { patientId: number; fileUrl: string },
  ): Promise<FileWarning[]> {
    const scope = labScopeOf(caller)
    const name = reportFileNameOf(fileUrl)
    const file = name && (await findUnpublishedFile(database, { name, uploadedBy: caller.user.id }))
    if (!file) throw notFound(REFUSAL.fileNotFound)
    const patient = await findPatientIdentity(scope, database, patientId)
    if (!patient) throw notFound(REFUSAL.patientNotFound)
    if (patient.isMerged) throw conflict(REFUSAL.patientMerged)
    const others = await countOtherPatientsWithFile(scope, database, { sha256: file.sha256, patientId })
    return [
      ...(file.hints ? identityWarnings(file.hints, patient) : []),
      ...(others > 0 ? [sameFileWarning(others)] : []),
    ]
  },
})
export type FileCheckService = ReturnType<typeof createFileCheckService>
