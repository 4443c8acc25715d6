import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LockedUnreleased } from './unreleased.repository.ts'

type Step = 'release.return' | 'release.take-over' | 'release.correct' | 'release.discard' | 'release.review'

/** Steps of an unreleased report are recorded with the patient, because the report does not exist yet. */
export const recordStep = (
  tx: Queryable,
  caller: Caller,
  { id, patientId, labId }: Pick<LockedUnreleased, 'id' | 'patientId' | 'labId'>,
  { action, what, reason }: { action: Step; what: string; reason?: string | undefined },
): Promise<void> =>
  recordActivity(tx, caller, {
    action,
    object: { type: 'patient', id: patientId },
    labId,
    summary: `${what} report A-${id} of patient ZL-${patientId}${reason === undefined ? '' : `: ${reason}`}`,
  })
