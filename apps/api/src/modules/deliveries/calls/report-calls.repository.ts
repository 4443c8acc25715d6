import { REPORT_CALL_OUTCOMES, type ReportCall, type ReportCallFields } from '@zelab/contract'
import { z } from 'zod'
import { reportCalls, users } from '../../../core/tables.gen.ts'
import { from, insertion, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const newCallRow = z.object(
  pick(reportCalls, 'reportId delegateId reportVersion outcome note calledAt calledBy'),
)

export const insertReportCall = async (
  tx: Queryable,
  call: ReportCallFields & { reportId: number; calledBy: number },
): Promise<void> => {
  const parameters = new SqlParameters()
  const added = insertion(newCallRow, { ...call, reportVersion: call.version }, parameters)
  await tx.execute(`insert into report_calls ${added}`, parameters.values)
}

export const callColumns = {
  callOutcome: from('k.outcome', z.enum(REPORT_CALL_OUTCOMES).nullable()),
  callNote: from('k.note', reportCalls.note),
  calledAt: from('k.called_at', reportCalls.calledAt.nullable()),
  callerName: from('k.full_name', users.fullName.nullable()),
}

/** The latest call about the report `r`. @param condition about the call `c` */
export const latestCall = (condition: string): string => `
  left join lateral (
    select c.outcome, c.note, c.called_at, b.full_name from report_calls c join users b on b.id = c.called_by
     where c.report_id = r.id and ${condition} order by c.id desc limit 1
  ) k on true`

interface CallRow {
  callOutcome: ReportCall['outcome'] | null
  callNote: string | null
  calledAt: string | null
  callerName: string | null
}

export const toCall = ({ callOutcome, callNote, calledAt, callerName }: CallRow): ReportCall | null =>
  callOutcome === null || calledAt === null || callerName === null
    ? null
    : { outcome: callOutcome, note: callNote, calledAt, by: { fullName: callerName } }

/** The recipient was reached and will collect the report `r`. @param condition about the call `c` */
export const wasReached = (condition: string): string => `exists (
  select 1 from report_calls c where c.report_id = r.id and c.outcome = 'reached' and ${condition})`
