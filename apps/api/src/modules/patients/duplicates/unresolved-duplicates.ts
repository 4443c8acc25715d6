import { DIFFERENT_FROM_MAX, DUPLICATES_SHOWN, type RegisterPatient } from '@zelab/contract'
import { RecordConflict } from '../../../core/app-error.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { findPossibleDuplicates } from './patient-duplicates.repository.ts'
import { lockRegistrations } from '../registry/patients.repository.ts'

/**
 * Refuses a registration while a possible duplicate exists that the caller has not decided about. Checked
 * registrations of a lab run one after the other, so that two of the same person at the same moment cannot both pass.
 * @param differentFrom ids that the caller decided are different people; undefined: the caller asks for no check
 */
export const refuseUnresolvedDuplicates = async (
  tx: Queryable,
  labId: number,
  fields: RegisterPatient,
  differentFrom: readonly number[] | undefined,
): Promise<void> => {
  await lockRegistrations(tx, labId, differentFrom ? 'exclusive' : 'shared')
  if (!differentFrom) return
  const candidates = await findPossibleDuplicates(
    tx,
    {
      labId,
      fullName: fields.fullName,
      dateOfBirth: fields.dob,
      emrId: fields.emrId ?? null,
      email: fields.email ?? null,
      exceptId: null,
    },
    // Those decided about must not crowd out a new one. The maximum is what a caller can decide about.
    Math.min(differentFrom.length + DUPLICATES_SHOWN, DIFFERENT_FROM_MAX),
  )
  const decided = new Set(differentFrom)
  if (candidates.every(({ patient }) => decided.has(patient.id))) return
  throw new RecordConflict('POSSIBLE_DUPLICATES', candidates)
}
