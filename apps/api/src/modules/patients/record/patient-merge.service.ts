import {
  PATIENT_FIELDS,
  type MergePatients,
  type MergePreview,
  type PatientMerge,
  type PatientRow,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { readDeliveryChoice, recordDeliveryChoice, withoutChange } from './delivery-choice.ts'
import {
  findMerge,
  findMergeCandidate,
  findMerges,
  insertMerge,
  leaveVisitsOfOthers,
  markUndone,
  moveReports,
  moveReportsBack,
  moveUnreleased,
  moveUnreleasedBack,
  moveVisits,
  moveVisitsBack,
  setMergedInto,
  updateFormerIds,
  type MergeCandidate,
} from './patient-merge.repository.ts'
import {
  lockPatients,
  insertPatientChange,
  updatePatientValues,
  type LockedPatient,
} from './patient-records.repository.ts'
import { changesBetween, type FieldChange, type PatientValues } from '../directory/patient-values.ts'
import type { PatientService } from '../directory/patients.service.ts'
import { isOnHold } from './retention.repository.ts'
import { isUnchangedSince } from './lock-patient.ts'

type Pair = Pick<MergePatients, 'survivorId' | 'mergedId'>
type Mergeable = Pick<LockedPatient, 'labId' | 'mergedInto'>

/** Rejects a merge of a record with itself, of merged records, and across labs. */
const checkPair = (pair: Pair, survivor: Mergeable, merged: Mergeable): void => {
  if (pair.survivorId === pair.mergedId) throw conflict('MERGE_WITH_ITSELF')
  if (survivor.mergedInto !== null || merged.mergedInto !== null) throw conflict('PATIENT_MERGED')
  if (survivor.labId !== merged.labId) throw conflict('MERGE_ACROSS_LABS')
}

const lockPair = async (tx: Queryable, caller: Caller, { survivorId, mergedId }: Pair) => {
  const locked = await lockPatients(labScopeOf(caller), tx, [survivorId, mergedId])
  const survivor = locked.find(({ id }) => id === survivorId)
  const merged = locked.find(({ id }) => id === mergedId)
  if (!survivor || !merged) throw notFound('PATIENT_NOT_FOUND')
  // A record under a legal hold and its reports stay unchanged.
  if (await isOnHold(tx, [survivorId, mergedId])) throw conflict('PATIENT_ON_LEGAL_HOLD')
  return { survivor, merged }
}

const checkSeen = ({ seen }: MergePatients, survivor: LockedPatient, merged: LockedPatient): void => {
  if (!seen) return
  if (!isUnchangedSince(survivor, seen.survivor) || !isUnchangedSince(merged, seen.merged))
    throw conflict('RECORD_CHANGED')
}

const chosenValues = (choices: MergePatients['choices'], survivor: LockedPatient, merged: LockedPatient) =>
  Object.fromEntries(
    PATIENT_FIELDS.map((field) => [field, (choices[field] === 'merged' ? merged : survivor).values[field]]),
  ) as PatientValues

const takeDelivery = async (tx: Queryable, { survivorId, mergedId, by }: Pair & { by: number }) => {
  const before = await readDeliveryChoice(tx, survivorId)
  const after = await readDeliveryChoice(tx, mergedId)
  await recordDeliveryChoice(tx, { patientId: survivorId, by, from: before, to: after })
  return { before, after }
}

const valuesBefore = (survivor: LockedPatient, changes: FieldChange[]): PatientValues => ({
  ...survivor.values,
  ...Object.fromEntries(
    changes
      .filter(({ field, after }) => survivor.values[field] === after)
      .map(({ field, before }) => [field, before]),
  ),
})

export const createPatientMergeService = ({
  database,
  patients,
}: Pick<Context, 'database'> & { patients: PatientService }) => ({
  async preview(caller: Caller, pair: Pair): Promise<MergePreview> {
    const scope = labScopeOf(caller)
    const survivor = await findMergeCandidate(scope, database, pair.survivorId)
    const merged = await findMergeCandidate(scope, database, pair.mergedId)
    if (!survivor || !merged) throw notFound('PATIENT_NOT_FOUND')
    checkPair(pair, survivor, merged)
    const withDelivery = async ({ shown }: MergeCandidate) => ({
      ...shown,
      delivery: await readDeliveryChoice(database, shown.id),
    })
    return { survivor: await withDelivery(survivor), merged: await withDelivery(merged) }
  },

  /** One transaction moves reports, applies the chosen values and redirects the merged id. */
  async merge(caller: Caller, fields: MergePatients): Promise<PatientRow> {
    const { survivorId, mergedId, choices, delivery, reason } = fields
    const by = caller.user.id
    await database.transaction(async (tx) => {
      const { survivor, merged } = await lockPair(tx, caller, fields)
      checkPair(fields, survivor, merged)
      checkSeen(fields, survivor, merged)
      const values = chosenValues(choices, survivor, merged)
      const changes = changesBetween(survivor.values, values)
      const reportIds = await moveReports(tx, mergedId, survivorId)
      const visitIds = await moveVisits(tx, mergedId, survivorId)
      const unreleasedIds = await moveUnreleased(tx, mergedId, survivorId)
      await updatePatientValues(tx, survivorId, values)
      await setMergedInto(tx, mergedId, survivorId)
      await updateFormerIds(tx, survivorId)
      const deliveryChange =
        delivery === 'merged' ? await takeDelivery(tx, { survivorId, mergedId, by }) : null
      await insertMerge(tx, {
        survivorId,
        mergedId,
        mergedBy: by,
        reason,
        reportIds,
        visitIds,
        unreleasedIds,
        changes,
        deliveryChange,
      })
      await insertPatientChange(tx, { patientId: survivorId, by, kind: 'merge', changes })
      await recordActivity(tx, caller, {
        action: 'patient.merge',
        object: { type: 'patient', id: survivorId },
        summary: `Merged patient ZL-${mergedId} into ZL-${survivorId}; reports moved: ${reportIds.length}`,
        labId: survivor.labId,
      })
    })
    return patients.find(caller, survivorId)
  },

  async list(caller: Caller, id: number): Promise<PatientMerge[]> {
    const survivor = await patients.find(caller, id)
    return findMerges(labScopeOf(caller), database, survivor.id)
  },

  /** Keeps values changed after the merge, and reports published since, unless their visit returns. */
  async undo(caller: Caller, mergeId: number): Promise<PatientMerge> {
    const scope = labScopeOf(caller)
    const find = async (db: Queryable) => {
      const found = await findMerge(scope, db, mergeId)
      if (!found) throw notFound('MERGE_NOT_FOUND')
      return found
    }
    return database.transaction(async (tx) => {
      const { survivorId, mergedId } = (await find(tx)).merge
      const { survivor } = await lockPair(tx, caller, { survivorId, mergedId })
      // Reads again: before both locks, the merge may have been undone or followed by another.
      const { merge, record } = await find(tx)
      if (merge.undoneAt !== null) throw conflict('MERGE_ALREADY_UNDONE')
      if (!merge.isUndoable) throw conflict('MERGE_NOT_LAST')
      const values = valuesBefore(survivor, record.changes)
      const changes = changesBetween(survivor.values, values)
      const { reportIds, unreleasedIds } = record
      await moveVisitsBack(tx, { visitIds: record.visitIds, fromId: survivorId, toId: mergedId })
      await leaveVisitsOfOthers(tx, { unreleasedIds, fromId: survivorId, toId: mergedId })
      await moveReportsBack(tx, { reportIds, unreleasedIds, fromId: survivorId, toId: mergedId })
      await moveUnreleasedBack(tx, { unreleasedIds, fromId: survivorId, toId: mergedId })
      await updatePatientValues(tx, survivorId, values)
      if (record.deliveryChange) {
        const current = await readDeliveryChoice(tx, survivorId)
        const to = withoutChange(current, record.deliveryChange)
        await recordDeliveryChoice(tx, { patientId: survivorId, by: caller.user.id, from: current, to })
      }
      await setMergedInto(tx, mergedId, null)
      await updateFormerIds(tx, survivorId)
      await markUndone(tx, mergeId, caller.user.id)
      await insertPatientChange(tx, {
        patientId: survivorId,
        by: caller.user.id,
        kind: 'undo-merge',
        changes,
      })
      await recordActivity(tx, caller, {
        action: 'patient.undo-merge',
        object: { type: 'patient', id: survivorId },
        summary: `Undid the merge of patient ZL-${mergedId} into ZL-${survivorId}`,
        labId: survivor.labId,
      })
      return (await find(tx)).merge
    })
  },
})
export type PatientMergeService = ReturnType<typeof createPatientMergeService>
