import { conflict, notFound } from '../../../core/app-error.ts'
import { callerCan, labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { lockReport, type LockedReport } from './report-lock.repository.ts'

/** Locks a published report in the caller's scope, in its current version, until the transaction ends. */
export const lockPublishedReport = async (
  tx: Queryable,
  caller: Caller,
  id: number,
): Promise<LockedReport> => {
  const report = await lockReport(labScopeOf(caller), tx, id)
  if (!report || (report.isWithdrawn && !callerCan(caller, 'reports:delete')))
    throw notFound('REPORT_NOT_FOUND')
  if (report.isWithdrawn) throw conflict('REPORT_WITHDRAWN')
  return report
}
