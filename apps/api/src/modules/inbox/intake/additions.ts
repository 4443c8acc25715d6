import type { Queryable } from '../../../platform/database/database.ts'
import type { StatedVisit } from '../../visits/stated-visit.ts'
import type { ArrivingDocument } from './arrival.ts'
import type { KnownItem } from './earlier-items.repository.ts'
import { updateAdditions } from './intake.repository.ts'
import { compareVisits, type EarlierItem } from './statements.ts'
import type { CriticalService } from '../../critical/critical.service.ts'
import type { StatedVisitService } from '../../visits/stated-visit.service.ts'

/** Called in the transaction of the message, with the lock of the item. Returns whether the visit of the report differs. */
export type AddToReport = (
  tx: Queryable,
  report: { reportId: number } | { unreleasedId: number },
  additions: { sourceId: number; isCritical: boolean; visit: StatedVisit | null },
) => Promise<{ differs: boolean }>

export const withNews = (item: KnownItem, { isCritical = false, visit }: ArrivingDocument): EarlierItem => {
  const { hasAdditions, changed } = compareVisits(item.visit, visit)
  return {
    ...item,
    hasAdditions: hasAdditions || (isCritical && !item.isCritical),
    hasOtherVisit: changed.length > 0,
  }
}

/** Only adds: a person's decision about the file stays. */
export const isAddition = (item: KnownItem, document: ArrivingDocument) =>
  item.hasSameStatement && item.problem === null && !withNews(item, document).hasOtherVisit

/** The reports of the same file that are published, or await release, get what the sender adds. */
export const addNews = async (
  tx: Queryable,
  addToReport: AddToReport,
  {
    sourceId,
    document,
    own,
  }: { sourceId: number | null; document: ArrivingDocument; own: readonly KnownItem[] },
): Promise<{ differs: boolean }> => {
  let isContradicted = false
  if (sourceId === null) return { differs: false }
  for (const item of own) {
    const { id, report, unreleasedId, isCritical, hasSameFile, state } = item
    const subject = report?.hasSameFile
      ? { reportId: report.id }
      : unreleasedId !== null && hasSameFile
        ? { unreleasedId }
        : undefined
    const { hasAdditions, hasOtherVisit } = withNews(item, document)
    if (!subject || !hasAdditions) continue
    const { visit } = compareVisits(item.visit, document.visit)
    const isFlagged = document.isCritical === true && !isCritical
    const { differs } = await addToReport(tx, subject, {
      sourceId,
      isCritical: isFlagged,
      visit: hasOtherVisit ? null : visit,
    })
    isContradicted ||= differs
    if (state === 'published')
      await updateAdditions(tx, id, {
        visit: hasOtherVisit || differs ? item.visit : visit,
        isCritical: isCritical || isFlagged,
      })
  }
  return { differs: isContradicted }
}

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
