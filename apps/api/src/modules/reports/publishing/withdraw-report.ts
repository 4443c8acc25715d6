import { reasonText } from '@zelab/contract'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { markDiscarded } from '../release/release-steps.repository.ts'
import { lockWaitingAmendment } from '../release/unreleased.repository.ts'
import { updateWithdrawnReport } from '../versions/report-lock.repository.ts'

interface Withdrawal {
  reason: string
  note?: string | undefined
}

/** A waiting amendment of a withdrawn report is never released. */
const discardAmendment = async (tx: Queryable, caller: Caller, reportId: number): Promise<void> => {
  const id = await lockWaitingAmendment(tx, reportId)
  if (id === undefined) return
  await markDiscarded(tx, { id, by: caller.user.id })
  await recordActivity(tx, caller, {
    action: 'release.discard',
    object: { type: 'report', id: reportId },
    summary: `Discarded amendment A-${id}, because report #${reportId} was withdrawn`,
  })
}

/** Hides the report permanently, but keeps file and record (AMB-27). */
export const withdrawReport = async (
  tx: Queryable,
  caller: Caller,
  reportId: number,
  { reason, note }: Withdrawal,
): Promise<void> => {
  await updateWithdrawnReport(tx, { reportId, by: caller.user.id, reason, note: note ?? null })
  await discardAmendment(tx, caller, reportId)
  await recordActivity(tx, caller, {
    action: 'report.withdraw',
    object: { type: 'report', id: reportId },
    summary: `Withdrew report #${reportId}: ${reasonText(reason)}`,
  })
}
