import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { lockPatients, type LockedPatient } from './patient-records.repository.ts'

export const lockPatientRecord = async (
  tx: Queryable,
  caller: Caller,
  id: number,
): Promise<LockedPatient> => {
  const [patient] = await lockPatients(labScopeOf(caller), tx, [id])
  if (!patient) throw notFound('PATIENT_NOT_FOUND')
  if (patient.mergedInto !== null) throw conflict('PATIENT_MERGED')
  return patient
}

export const isUnchangedSince = (patient: LockedPatient, updatedAt: string): boolean =>
  new Date(patient.updatedAt).getTime() === new Date(updatedAt).getTime()
