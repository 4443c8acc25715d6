import type { Retention } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { lockPatientRecord } from './lock-patient.ts'
import type { PatientService } from '../directory/patients.service.ts'
import { findHolds, findRetainedUntil, insertHold, isOnHold, liftHold } from './retention.repository.ts'

/** The product never deletes a report. The database rejects deletions before the period ends (migration 0007). */
export const createRetentionService = ({
  database,
  timeZone,
  patients,
}: Pick<Context, 'database' | 'timeZone'> & { patients: PatientService }) => {
  const find = async (caller: Caller, idInPath: number): Promise<Retention> => {
    const { id } = await patients.find(caller, idInPath)
    return {
      ...(await findRetainedUntil(database, id, await timeZone())),
      holds: await findHolds(database, id),
    }
  }
  return {
    find,

    async placeHold(caller: Caller, id: number, reason: string): Promise<Retention> {
      await database.transaction(async (tx) => {
        const { labId } = await lockPatientRecord(tx, caller, id)
        if (await isOnHold(tx, [id])) throw conflict('LEGAL_HOLD_EXISTS')
        await insertHold(tx, { patientId: id, by: caller.user.id, reason })
        await recordActivity(tx, caller, {
          action: 'patient.place-hold',
          object: { type: 'patient', id },
          summary: `Placed a legal hold on patient ZL-${id}`,
          labId,
        })
      })
      return find(caller, id)
    },

    async liftHold(caller: Caller, id: number, reason: string): Promise<Retention> {
      await database.transaction(async (tx) => {
        const { labId } = await lockPatientRecord(tx, caller, id)
        if (!(await isOnHold(tx, [id]))) throw conflict('NO_LEGAL_HOLD')
        await liftHold(tx, { patientId: id, by: caller.user.id, reason })
        await recordActivity(tx, caller, {
          action: 'patient.lift-hold',
          object: { type: 'patient', id },
          summary: `Lifted the legal hold on patient ZL-${id}`,
          labId,
        })
      })
      return find(caller, id)
    },
  }
}
export type RetentionService = ReturnType<typeof createRetentionService>
