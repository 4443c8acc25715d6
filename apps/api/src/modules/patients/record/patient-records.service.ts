import type { PatientChange, PatientRow, UpdatePatient } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { checkBirthday } from '../directory/birth-date-check.ts'
import { isUnchangedSince, lockPatientRecord } from './lock-patient.ts'
import {
  deletePatient,
  findDependents,
  findPatientChanges,
  insertPatientChange,
  updatePatientValues,
} from './patient-records.repository.ts'
import { changesBetween } from '../directory/patient-values.ts'
import type { PatientService } from '../directory/patients.service.ts'
import { isOnHold } from './retention.repository.ts'

export const createPatientRecordService = (
  options: Pick<Context, 'database' | 'clock' | 'timeZone'> & { patients: PatientService },
) => {
  const { database, patients } = options
  return {
    /** Rejects stale changes. An update without differences is not recorded. */
    async update(
      caller: Caller,
      id: number,
      { updatedAt, dob, address, ...fields }: UpdatePatient,
      callersTimeZone?: string,
    ): Promise<PatientRow> {
      if (dob !== undefined) await checkBirthday(dob, options, callersTimeZone)
      await database.transaction(async (tx) => {
        const patient = await lockPatientRecord(tx, caller, id)
        if (updatedAt !== undefined && !isUnchangedSince(patient, updatedAt)) throw conflict('RECORD_CHANGED')
        const values = { ...fields, dateOfBirth: dob, ...address }
        const changes = changesBetween(patient.values, values)
        if (changes.length === 0) return
        await updatePatientValues(tx, id, values)
        await insertPatientChange(tx, { patientId: id, by: caller.user.id, kind: 'edit', changes })
        await recordActivity(tx, caller, {
          action: 'patient.update',
          object: { type: 'patient', id },
          summary: `Changed patient ZL-${id}: ${changes.map(({ field }) => field).join(', ')}`,
          labId: patient.labId,
        })
      })
      return patients.find(caller, id)
    },

    async listChanges(caller: Caller, id: number): Promise<PatientChange[]> {
      const patient = await patients.find(caller, id)
      return findPatientChanges(labScopeOf(caller), database, patient.id)
    },

    remove: (caller: Caller, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        const { labId } = await lockPatientRecord(tx, caller, id)
        if (await isOnHold(tx, [id])) throw conflict('PATIENT_ON_LEGAL_HOLD')
        const { hasReports, hasMerges, hasHolds } = await findDependents(tx, id)
        if (hasReports) throw conflict('PATIENT_HAS_REPORTS')
        if (hasMerges) throw conflict('PATIENT_HAS_MERGES')
        if (hasHolds) throw conflict('PATIENT_HAD_LEGAL_HOLDS')
        await deletePatient(tx, id)
        await recordActivity(tx, caller, {
          action: 'patient.delete',
          object: { type: 'patient', id },
          summary: `Deleted patient ZL-${id}`,
          labId,
        })
      }),
  }
}
export type PatientRecordService = ReturnType<typeof createPatientRecordService>
