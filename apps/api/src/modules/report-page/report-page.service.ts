import type { ReportReader, ShownReport } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import { expectVisible, type ReportService } from '../reports/list/reports.service.ts'
import { findShownReport } from './report-page.repository.ts'

export const createReportPageService = ({
  database,
  reports,
  activity,
}: Pick<Context, 'database'> & { reports: ReportService; activity: ActivityService }) => ({
  /** Records a view. */
  async get(caller: Caller, id: number): Promise<ShownReport> {
    const report = expectVisible(caller, await findShownReport(labScopeOf(caller), database, id))
    activity.recordView(caller, {
      action: 'report.view',
      object: { type: 'report', id },
      summary: `Looked at report #${id} of patient ZL-${report.patient.id}`,
    })
    return report
  },

  listReaders: (caller: Caller, id: number): Promise<{ readers: ReportReader[]; total: number }> =>
    activity.readersOf(id, () => reports.find(caller, id)),
})
