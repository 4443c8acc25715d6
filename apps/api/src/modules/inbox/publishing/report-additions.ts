import type { CriticalService } from '../../critical/critical.service.ts'
import type { StatedVisitService } from '../../visits/stated-visit.service.ts'
import type { AddToReport } from '../intake/additions.ts'

/** Additions of a sender to a report that is published or awaits release. */
export const createReportAdditions =
  ({
    critical,
    statedVisits,
  }: {
    critical: Pick<CriticalService, 'flagBySender'>
    statedVisits: Pick<StatedVisitService, 'addToReport'>
  }): AddToReport =>
  async (tx, report, { sourceId, isCritical, visit }) => {
    if (isCritical) await critical.flagBySender(tx, report, sourceId)
    return visit && 'reportId' in report
      ? statedVisits.addToReport(tx, 'system', report.reportId, visit)
      : { differs: false }
  }
