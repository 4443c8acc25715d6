import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller, type LabScope } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { lockPatients, type LockedPatient } from './patient-records.repository.ts'

const lockInScope = async (tx: Queryable, scope: LabScope, id: number): Promise<LockedPatient> => {
  const [patient] = await lockPatients(scope, tx, [id])
  if (!patient) throw notFound('PATIENT_NOT_FOUND')
  if (patient.mergedInto !== null) throw conflict('PATIENT_MERGED')
  return patient
}

export const lockPatientRecord = (tx: Queryable, caller: Caller, id: number): Promise<LockedPatient> =>
  lockInScope(tx, labScopeOf(caller), id)

/** For the service itself. */
export const lockPatientAnywhere = (tx: Queryable, id: number): Promise<LockedPatient> =>
  lockInScope(tx, { everyLab: true }, id)

export const isUnchangedSince = (patient: LockedPatient, updatedAt: string): boolean =>
  new Date(patient.updatedAt).getTime() === new Date(updatedAt).getTime()
