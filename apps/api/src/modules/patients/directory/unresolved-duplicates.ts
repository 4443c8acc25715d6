import { DIFFERENT_FROM_MAX, stopsRegistration, type RegisterPatient } from '@zelab/contract'
import { RecordConflict } from '../../../core/app-error.ts'
import { type Queryable, pipelined } from '../../../platform/database/database.ts'
import { findPossibleDuplicates } from './patient-duplicates.repository.ts'
import { lockRegistrations } from './patients.repository.ts'

export const DUPLICATES_SHOWN = 5

/**
 * Rejects a registration while a possible duplicate is unresolved. Checked registrations of a lab run one at a time,
 * so that two concurrent ones of the same person cannot both pass.
 * @param differentFrom ids that the caller confirmed as different people, or undefined to skip the check
 */
export const refuseUnresolvedDuplicates = async (
  tx: Queryable,
  labId: number,
  fields: RegisterPatient,
  differentFrom: readonly number[] | undefined,
): Promise<void> => {
  if (!differentFrom) return lockRegistrations(tx, labId, 'shared')
  const [, candidates] = await pipelined(
    lockRegistrations(tx, labId, 'exclusive'),
    findPossibleDuplicates(
      tx,
      {
        labId,
        fullName: fields.fullName,
        dateOfBirth: fields.dob,
        emrId: fields.emrId ?? null,
        nationalId: fields.nationalId ?? null,
        email: fields.email ?? null,
        exceptId: null,
      },
      // Resolved candidates must not hide a new one. The caller can resolve up to the maximum.
      Math.min(differentFrom.length + DUPLICATES_SHOWN, DIFFERENT_FROM_MAX),
    ),
  )
  const resolved = new Set(differentFrom)
  const stopping = candidates.filter(stopsRegistration)
  if (stopping.every(({ patient }) => resolved.has(patient.id))) return
  throw new RecordConflict('POSSIBLE_DUPLICATES', candidates)
}
