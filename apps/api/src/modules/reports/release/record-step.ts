import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LockedUnreleased } from './unreleased.repository.ts'

type Step = 'release.return' | 'release.take-over' | 'release.correct' | 'release.discard' | 'release.review'

/** The activity log shows the steps of an unreleased report with the patient, because it is no report yet. */
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
