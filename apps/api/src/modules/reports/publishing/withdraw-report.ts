import { reasonText } from '@zelab/contract'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { updateWithdrawnReport } from '../versions/report-lock.repository.ts'

interface Withdrawal {
  reason: string
  note?: string | undefined
}

/** Hides the report permanently, but keeps file and record (AMB-27). */
export const withdrawReport = async (
  tx: Queryable,
  caller: Caller,
  reportId: number,
  { reason, note }: Withdrawal,
): Promise<void> => {
  await updateWithdrawnReport(tx, { reportId, by: caller.user.id, reason, note: note ?? null })
  await recordActivity(tx, caller, {
    action: 'report.withdraw',
    object: { type: 'report', id: reportId },
    summary: `Withdrew report #${reportId}: ${reasonText(reason)}`,
  })
}
