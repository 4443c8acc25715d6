import type { Actor } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { LockedVisit } from './visits.repository.ts'

export const recordVisit = (
  tx: Queryable,
  caller: Actor,
  { id, patientId, labId }: Pick<LockedVisit, 'id' | 'patientId' | 'labId'>,
  { action, what }: { action: 'visit.create' | 'visit.update' | 'visit.cancel'; what: string },
): Promise<void> =>
  recordActivity(tx, caller, {
    action,
    object: { type: 'patient', id: patientId },
    labId,
    summary: `${what} visit #${id} of patient ZL-${patientId}`,
  })
