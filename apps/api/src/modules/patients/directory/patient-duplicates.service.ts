import type { contract, HandlerInput, PossibleDuplicate } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { findPossibleDuplicates } from './patient-duplicates.repository.ts'
import { findLabOfPatient } from './patients.repository.ts'
import { DUPLICATES_SHOWN } from './unresolved-duplicates.ts'

type DuplicateQuery = HandlerInput<typeof contract.patients.findDuplicates>['body']

export const createPatientDuplicateService = ({ database }: Pick<Context, 'database'>) => {
  /** The Admin has no lab and may edit records of any lab. */
  const labOf = async (caller: Caller, editedId: number | undefined): Promise<number | undefined> =>
    caller.user.lab?.id ??
    (editedId === undefined ? undefined : findLabOfPatient(labScopeOf(caller), database, editedId))

  return {
    /** Never reveals records of other labs. */
    async find(caller: Caller, query: DuplicateQuery): Promise<PossibleDuplicate[]> {
      const labId = await labOf(caller, query.exceptId)
      if (labId === undefined) return []
      return findPossibleDuplicates(
        database,
        {
          labId,
          fullName: query.fullName ?? null,
          dateOfBirth: query.dob ?? null,
          emrId: query.emrId ?? null,
          nationalId: query.nationalId ?? null,
          email: query.email ?? null,
          exceptId: query.exceptId ?? null,
        },
        DUPLICATES_SHOWN,
      )
    },
  }
}
export type PatientDuplicateService = ReturnType<typeof createPatientDuplicateService>
