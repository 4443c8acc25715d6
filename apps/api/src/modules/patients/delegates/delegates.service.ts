import { DELEGATE_WORDING_VERSION, DELEGATES_MAX, todayIn, VALIDATION, type Delegate } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, invalidField, notFound, refusedField } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PatientPorts } from '../patient-ports.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { runIdempotent } from '../../idempotency/idempotency.service.ts'
import { lockPatientRecord } from '../record/lock-patient.ts'
import type { LockedPatient } from '../record/patient-records.repository.ts'
import type { PatientService } from '../directory/patients.service.ts'
import {
  findDelegate,
  findDelegates,
  findPatientFacts,
  findPatientOfDelegate,
  insertDelegate,
  lockOpenDelegate,
  markDelegateEnded,
  type LabDay,
  type NewDelegate,
} from './delegates.repository.ts'

const recordChange = (
  tx: Queryable,
  caller: Caller,
  patient: LockedPatient,
  { id, kind, what }: { id: number; kind: Delegate['kind']; what: string },
): Promise<void> =>
  recordActivity(tx, caller, {
    action: 'patient.delegate',
    object: { type: 'patient', id: patient.id },
    labId: patient.labId,
    summary: `${what} ${kind} #${id} of patient ZL-${patient.id}`,
  })

/** A merged id refers to the surviving patient. */
export const createDelegateService = ({
  database,
  patients,
  clock,
  timeZone,
  endDeliveries,
}: Pick<Context, 'database' | 'clock' | 'timeZone'> &
  Pick<PatientPorts, 'endDeliveries'> & { patients: PatientService }) => {
  const labDay = async (): Promise<LabDay> => {
    const zone = await timeZone()
    return { today: todayIn(zone, clock.now()), timeZone: zone }
  }

  const find = async (caller: Caller, id: number): Promise<Delegate> => {
    const delegate = await findDelegate(labScopeOf(caller), database, id, await labDay())
    if (!delegate) throw notFound('DELEGATE_NOT_FOUND')
    return delegate
  }

  const checkEntry = ({ kind, validUntil }: NewDelegate, isAdult: boolean, today: string) => {
    if (kind === 'guardian' && isAdult) throw refusedField('kind', 'GUARDIAN_OF_ADULT')
    if (validUntil && validUntil < today) throw invalidField('validUntil', VALIDATION.delegateEnded)
  }

  /** Locks the patient before the delegate. */
  const lockInScope = async (tx: Queryable, caller: Caller, id: number, today: string) => {
    const patientId = await findPatientOfDelegate(labScopeOf(caller), tx, id)
    if (patientId === undefined) throw notFound('DELEGATE_NOT_FOUND')
    const patient = await lockPatientRecord(tx, caller, patientId)
    const delegate = await lockOpenDelegate(tx, { id, patientId, today })
    if (!delegate) throw notFound('DELEGATE_NOT_FOUND')
    return { patient, delegate }
  }

  const endLocked = async (tx: Queryable, caller: Caller, id: number, reason: 'staff' | 'changed') => {
    const by = caller.user.id
    await markDelegateEnded(tx, { id, reason, by })
    await endDeliveries(tx, { delegateIds: [id], by })
  }

  return {
    async list(caller: Caller, idInPath: number): Promise<Delegate[]> {
      const { id } = await patients.find(caller, idInPath)
      return findDelegates(database, id, await labDay())
    },

    async add(caller: Caller, idInPath: number, entry: NewDelegate): Promise<Delegate> {
      const { id: patientId } = await patients.find(caller, idInPath)
      const { today } = await labDay()
      const id = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const patient = await lockPatientRecord(tx, caller, patientId)
          const facts = await findPatientFacts(tx, patientId, today)
          checkEntry(entry, facts.isAdult, today)
          if (facts.openDelegates >= DELEGATES_MAX) throw conflict('DELEGATE_LIMIT')
          const by = caller.user.id
          const newId = await insertDelegate(tx, {
            ...entry,
            patientId,
            wordingVersion: DELEGATE_WORDING_VERSION,
            recordedBy: by,
          })
          await recordChange(tx, caller, patient, { id: newId, kind: entry.kind, what: 'Added' })
          return newId
        }),
      )
      return find(caller, id)
    },

    /** Ends the row and adds a new one to the same record, so that it returns with an undone merge. */
    async change(caller: Caller, id: number, entry: NewDelegate): Promise<Delegate> {
      const { today } = await labDay()
      const newId = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const { patient, delegate } = await lockInScope(tx, caller, id, today)
          const { isAdult } = await findPatientFacts(tx, patient.id, today)
          checkEntry(entry, isAdult, today)
          await endLocked(tx, caller, id, 'changed')
          const replacementId = await insertDelegate(tx, {
            ...entry,
            patientId: delegate.recordId,
            wordingVersion: DELEGATE_WORDING_VERSION,
            recordedBy: caller.user.id,
          })
          const what = `Replaced ${delegate.kind} #${id} by`
          await recordChange(tx, caller, patient, { id: replacementId, kind: entry.kind, what })
          return replacementId
        }),
      )
      return find(caller, newId)
    },

    async end(caller: Caller, id: number): Promise<Delegate> {
      const { today } = await labDay()
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const { patient, delegate } = await lockInScope(tx, caller, id, today)
          await endLocked(tx, caller, id, 'staff')
          await recordChange(tx, caller, patient, { id, kind: delegate.kind, what: 'Ended the access of' })
          return id
        }),
      )
      return find(caller, id)
    },
  }
}
export type DelegateService = ReturnType<typeof createDelegateService>
